(class_declaration name: (name) @name) @class
(interface_declaration name: (name) @name) @class
(trait_declaration name: (name) @name) @class
(enum_declaration name: (name) @name) @class
(method_declaration name: (name) @name) @function
(function_definition name: (name) @name) @function
(assignment_expression left: (variable_name) @name right: [(arrow_function) (anonymous_function_creation_expression)]) @function

; Tests are calls with a title and a body.
((function_call_expression
    function: (name) @_runs
    arguments: (arguments . (argument [(string) (encapsed_string)] @name) (argument [(arrow_function) (anonymous_function_creation_expression)]))) @test
  (#match? @_runs "^(it|test|describe)$"))

; Imports.
(namespace_use_clause [(qualified_name) (name)] @module (namespace_aliasing_clause (name) @alias)? .) @import
(namespace_use_declaration (namespace_name) @module
  (namespace_use_group (namespace_use_group_clause (namespace_name) @imported (namespace_aliasing_clause (name) @alias)? .))) @import
([(require_expression [(string) (encapsed_string)] @module) (require_once_expression [(string) (encapsed_string)] @module)
  (include_expression [(string) (encapsed_string)] @module) (include_once_expression [(string) (encapsed_string)] @module)] @import @star)
([(require_expression (binary_expression right: [(string) (encapsed_string)] @module)) (require_once_expression (binary_expression right: [(string) (encapsed_string)] @module))
  (include_expression (binary_expression right: [(string) (encapsed_string)] @module)) (include_once_expression (binary_expression right: [(string) (encapsed_string)] @module))] @import @star)

; What is called and loaded.
(function_call_expression function: [(name) (qualified_name)] @call)
(member_call_expression object: (_) @on name: (name) @call)
(nullsafe_member_call_expression object: (_) @on name: (name) @call)
(scoped_call_expression scope: (_) @on name: (name) @call)
(object_creation_expression [(name) (qualified_name)] @call)
(class_constant_access_expression . [(name) (qualified_name)] @ref)
(scoped_property_access_expression scope: [(name) (qualified_name)] @ref)
(member_access_expression object: (variable_name)) @ref
(named_type (_) @ref)
(binary_expression right: [(name) (qualified_name)] @ref)

(base_clause [(name) (qualified_name)] @base)
(class_interface_clause [(name) (qualified_name)] @base)
(use_declaration [(name) (qualified_name)] @base)

; What values are made by.
(simple_parameter name: (variable_name) @param)
(simple_parameter type: (union_type (named_type (_) @type)) name: (variable_name) @variable)
(simple_parameter type: (union_type (optional_type (named_type (_) @type))) name: (variable_name) @variable)
(property_promotion_parameter name: (variable_name) @param)
(property_promotion_parameter type: (union_type (named_type (_) @type)) name: (variable_name) @field)
(property_promotion_parameter type: (union_type (optional_type (named_type (_) @type))) name: (variable_name) @field)
(property_declaration type: (union_type (named_type (_) @type)) (property_element (variable_name) @variable))
(property_declaration type: (union_type (optional_type (named_type (_) @type))) (property_element (variable_name) @variable))
(assignment_expression left: [(variable_name) (member_access_expression)] @variable right: (object_creation_expression [(name) (qualified_name)] @type))
(assignment_expression left: [(variable_name) (member_access_expression)] @variable
  right: [(scoped_call_expression) (member_call_expression) (function_call_expression) (member_access_expression)] @type)
(catch_clause type: (type_list (named_type (_) @type)) name: (variable_name) @variable)
(method_declaration return_type: (union_type (named_type (_) @returns)))
(method_declaration return_type: (union_type (optional_type (named_type (_) @returns))))
(function_definition return_type: (union_type (named_type (_) @returns)))
(function_definition return_type: (union_type (optional_type (named_type (_) @returns))))
(comment) @comment
; A method whose body another type has.
(method_declaration !body) @bodiless
