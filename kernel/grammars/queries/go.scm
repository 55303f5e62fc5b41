(function_declaration name: (identifier) @name) @function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [(type_identifier) @owner
                                                          (pointer_type (type_identifier) @owner)
                                                          (generic_type type: (type_identifier) @owner)
                                                          (pointer_type (generic_type type: (type_identifier) @owner))]))
  name: (field_identifier) @name) @function
(type_declaration (type_spec name: (type_identifier) @name) @class)
(type_declaration (type_alias name: (type_identifier) @name) @class)
(short_var_declaration left: (expression_list . (identifier) @name .) right: (expression_list . (func_literal) .)) @function
(var_declaration (var_spec name: (identifier) @name value: (expression_list (func_literal)))) @function
(call_expression
  function: (selector_expression field: (field_identifier) @_run)
  arguments: (argument_list . (interpreted_string_literal) @name (func_literal))
  (#eq? @_run "Run")) @test

(import_spec path: (_) @module) @import
(import_spec name: (package_identifier) @alias path: (_) @module) @import
(import_spec name: (dot) @star path: (_) @module) @import

(call_expression function: [(identifier) (selector_expression)] @call)
(composite_literal type: [(type_identifier) (qualified_type)] @call)
(identifier) @ref
(type_identifier) @ref
(qualified_type) @ref
(selector_expression operand: (identifier)) @ref

; An embedded field: its methods are the type's own.
(field_declaration_list (field_declaration !name type: [(type_identifier) (qualified_type)] @base))
(field_declaration_list (field_declaration !name type: (pointer_type [(type_identifier) (qualified_type)] @base)))

(parameter_declaration name: (identifier) @param)
(parameter_declaration name: (identifier) @variable type: [(type_identifier) (qualified_type)] @type)
(parameter_declaration name: (identifier) @variable type: (pointer_type [(type_identifier) (qualified_type)] @type))
(field_declaration name: (field_identifier) @variable type: [(type_identifier) (qualified_type)] @type)
(field_declaration name: (field_identifier) @variable type: (pointer_type [(type_identifier) (qualified_type)] @type))
(var_spec name: (identifier) @variable type: [(type_identifier) (qualified_type)] @type)
(short_var_declaration left: (expression_list . (identifier) @variable) right: (expression_list . (composite_literal type: (_) @type)))
(short_var_declaration left: (expression_list . (identifier) @variable) right: (expression_list . (unary_expression operand: (composite_literal type: (_) @type))))
((short_var_declaration left: (expression_list . (identifier) @variable) right: (expression_list . (call_expression function: [(identifier) (selector_expression)] @type)))
  (#not-eq? @type "new"))
(short_var_declaration left: (expression_list . (identifier) @variable .) right: (expression_list . (selector_expression) @type .))
((short_var_declaration left: (expression_list . (identifier) @variable)
    right: (expression_list . (call_expression function: (identifier) @_new arguments: (argument_list . (_) @type))))
  (#eq? @_new "new"))
(function_declaration result: [(type_identifier) (qualified_type)] @returns)
(function_declaration result: (pointer_type [(type_identifier) (qualified_type)] @returns))
(function_declaration result: (parameter_list . (parameter_declaration type: [(type_identifier) (qualified_type)] @returns)))
(function_declaration result: (parameter_list . (parameter_declaration type: (pointer_type [(type_identifier) (qualified_type)] @returns))))
(method_declaration result: [(type_identifier) (qualified_type)] @returns)
(method_declaration result: (pointer_type [(type_identifier) (qualified_type)] @returns))
(method_declaration result: (parameter_list . (parameter_declaration type: [(type_identifier) (qualified_type)] @returns)))
(method_declaration result: (parameter_list . (parameter_declaration type: (pointer_type [(type_identifier) (qualified_type)] @returns))))
(comment) @comment
