; Definitions; a decorated one starts at its first decorator.
(function_definition) @function
(class_definition) @class
(decorated_definition) @decorated

(import_statement) @import
[(import_from_statement) (future_import_statement)] @from

(call function: [(identifier) (attribute)] @call)
[(identifier) (attribute)] @name

; Identifiers that are no names of variables.
(function_definition name: (identifier) @other)
(class_definition name: (identifier) @other)
(attribute attribute: (identifier) @other)
(keyword_argument name: (identifier) @other)
(dotted_name (identifier) @other)
(aliased_import alias: (identifier) @other)
(global_statement (identifier) @other)
(nonlocal_statement (identifier) @other)
(except_clause (as_pattern alias: (as_pattern_target (identifier) @other)))
(parameters (identifier) @other)
(lambda_parameters (identifier) @other)
(default_parameter name: (identifier) @other)
(typed_default_parameter name: (identifier) @other)
(typed_parameter . (identifier) @other)
(typed_parameter . (list_splat_pattern (identifier) @other))
(typed_parameter . (dictionary_splat_pattern (identifier) @other))
(parameters (list_splat_pattern (identifier) @other))
(parameters (dictionary_splat_pattern (identifier) @other))
(lambda_parameters (list_splat_pattern (identifier) @other))
(lambda_parameters (dictionary_splat_pattern (identifier) @other))

; Lines on which a line that looks like the head of a definition is only text.
(string) @text
