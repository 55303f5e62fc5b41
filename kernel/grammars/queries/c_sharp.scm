(class_declaration name: (identifier) @name) @class
(struct_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(record_struct_declaration name: (identifier) @name) @class
(interface_declaration name: (identifier) @name) @class
(enum_declaration name: (identifier) @name) @class
(delegate_declaration name: (identifier) @name) @class
(method_declaration name: (identifier) @name) @function
(constructor_declaration name: (identifier) @name) @function
(local_function_statement name: (identifier) @name) @function
; Properties that do something.
(property_declaration name: (identifier) @name value: (arrow_expression_clause)) @function
(property_declaration name: (identifier) @name accessors: (accessor_list (accessor_declaration body: (_)))) @function

(using_directive [(identifier) (qualified_name)] @module) @import
(using_directive "static" [(identifier) (qualified_name)] @module @star) @import
(using_directive (name_equals (identifier) @alias) [(identifier) (qualified_name)] @module) @import

(invocation_expression function: [(identifier) (member_access_expression)] @call)
(invocation_expression function: (generic_name . (identifier) @call))
(invocation_expression function: (member_access_expression . (_) @on (generic_name (identifier) @call)))
(invocation_expression function: (conditional_access_expression condition: (_) @on (member_binding_expression name: (identifier) @call)))
(object_creation_expression type: [(identifier) (qualified_name)] @call)
(object_creation_expression type: (generic_name . (identifier) @call))
(constructor_initializer "base" @call)
(identifier) @ref
(member_access_expression expression: [(identifier) (this_expression)]) @ref

(base_list [(identifier) (qualified_name)] @base)
(base_list (generic_name . (identifier) @base))
(base_list (primary_constructor_base_type (identifier) @base))

(parameter name: (identifier) @param)
(parameter type: [(identifier) (qualified_name)] @type name: (identifier) @variable)
(parameter type: (nullable_type [(identifier) (qualified_name)] @type) name: (identifier) @variable)
(parameter type: (generic_name . (identifier) @type) name: (identifier) @variable)
(variable_declaration type: [(identifier) (qualified_name)] @type (variable_declarator name: (identifier) @variable))
(variable_declaration type: (nullable_type [(identifier) (qualified_name)] @type) (variable_declarator name: (identifier) @variable))
(variable_declaration type: (generic_name . (identifier) @type) (variable_declarator name: (identifier) @variable))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @variable (equals_value_clause (object_creation_expression type: [(identifier) (qualified_name)] @type))))
(property_declaration type: [(identifier) (qualified_name)] @type name: (identifier) @variable)
(property_declaration type: (nullable_type [(identifier) (qualified_name)] @type) name: (identifier) @variable)
(property_declaration type: (generic_name . (identifier) @type) name: (identifier) @variable)
(method_declaration type: [(identifier) (qualified_name)] @returns)
(property_declaration type: [(identifier) (qualified_name)] @returns value: (arrow_expression_clause))
(property_declaration type: [(identifier) (qualified_name)] @returns accessors: (accessor_list (accessor_declaration body: (_))))
(method_declaration type: (generic_name (identifier) (type_argument_list . [(identifier) (qualified_name)] @returns)))
(comment) @comment
; A method whose body another type has.
(method_declaration !body) @bodiless
