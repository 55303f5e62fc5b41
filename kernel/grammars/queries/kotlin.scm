(class_declaration name: (type_identifier) @name) @class
(object_declaration name: (type_identifier) @name) @class
(type_alias name: (type_identifier) @name) @class
(function_declaration !receiver name: (simple_identifier) @name) @function
(function_declaration receiver: (_) name: (simple_identifier) @name) @function
(function_declaration receiver: (user_type . (type_identifier) @receiver))
(function_declaration receiver: (nullable_type (user_type . (type_identifier) @receiver)))
((secondary_constructor "constructor" @name) @function)

(import_header (identifier) @module .) @import
(import_header (identifier) @module (import_alias (type_identifier) @alias)) @import
(import_header (identifier) @module ".*" @star) @import

(call_expression . [(simple_identifier) (navigation_expression)] @call)
(constructor_invocation (user_type . (type_identifier) @call))
(callable_reference (simple_identifier) @call)
(simple_identifier) @ref
(type_identifier) @ref
(navigation_expression . [(simple_identifier) (this_expression)]) @ref

(delegation_specifier (constructor_invocation (user_type . (type_identifier) @base)))
(delegation_specifier (user_type . (type_identifier) @base))

(parameter (simple_identifier) @param)
(parameter (simple_identifier) @variable (user_type . (type_identifier) @type .))
(parameter (simple_identifier) @variable (user_type . (type_identifier) @type . (type_arguments)))
(parameter (simple_identifier) @variable (nullable_type (user_type . (type_identifier) @type)))
(class_parameter (simple_identifier) @variable (user_type . (type_identifier) @type))
(class_parameter (simple_identifier) @variable (nullable_type (user_type . (type_identifier) @type)))
(variable_declaration (simple_identifier) @variable (user_type . (type_identifier) @type))
(variable_declaration (simple_identifier) @variable (nullable_type (user_type . (type_identifier) @type)))
(property_declaration variable: (variable_declaration . (simple_identifier) @variable .) expression: (call_expression . [(simple_identifier) (navigation_expression)] @type))
(function_declaration return_type: (user_type . (type_identifier) @returns))
(function_declaration return_type: (nullable_type (user_type . (type_identifier) @returns)))
[(line_comment) (multiline_comment)] @comment
; A method whose body another type has.
(function_declaration !body) @bodiless
