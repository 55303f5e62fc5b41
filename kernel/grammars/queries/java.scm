(class_declaration name: (identifier) @name) @class
(interface_declaration name: (identifier) @name) @class
(enum_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(annotation_type_declaration name: (identifier) @name) @class
(method_declaration name: (identifier) @name) @function
(constructor_declaration name: (identifier) @name) @function
(compact_constructor_declaration name: (identifier) @name) @function

(import_declaration [(scoped_identifier) (identifier)] @module .) @import
(import_declaration [(scoped_identifier) (identifier)] @module (asterisk) @star) @import

(method_invocation !object name: (identifier) @call)
(method_invocation object: (_) @on name: (identifier) @call)
(object_creation_expression type: [(type_identifier) (scoped_type_identifier)] @call)
(object_creation_expression type: (generic_type . [(type_identifier) (scoped_type_identifier)] @call))
(explicit_constructor_invocation constructor: (super) @call)
(method_reference . (_) @on (identifier) @call .)
(identifier) @ref
(type_identifier) @ref
(field_access object: [(identifier) (this)]) @ref

(superclass [(type_identifier) (scoped_type_identifier)] @base)
(superclass (generic_type . (_) @base))
(super_interfaces (type_list [(type_identifier) (scoped_type_identifier)] @base))
(super_interfaces (type_list (generic_type . (_) @base)))
(extends_interfaces (type_list [(type_identifier) (scoped_type_identifier)] @base))
(extends_interfaces (type_list (generic_type . (_) @base)))

(formal_parameter name: (identifier) @param)
(formal_parameter type: [(type_identifier) (scoped_type_identifier)] @type name: (identifier) @variable)
(formal_parameter type: (generic_type . (_) @type) name: (identifier) @variable)
(catch_formal_parameter (catch_type . (type_identifier) @type .) name: (identifier) @variable)
(enhanced_for_statement type: (type_identifier) @type name: (identifier) @variable (#not-eq? @type "var"))
(resource type: (type_identifier) @type name: (identifier) @variable (#not-eq? @type "var"))
(field_declaration type: [(type_identifier) (scoped_type_identifier)] @type declarator: (variable_declarator name: (identifier) @variable))
(field_declaration type: (generic_type . (_) @type) declarator: (variable_declarator name: (identifier) @variable))
(local_variable_declaration type: [(type_identifier) (scoped_type_identifier)] @type declarator: (variable_declarator name: (identifier) @variable)
  (#not-eq? @type "var"))
(local_variable_declaration type: (generic_type . (_) @type) declarator: (variable_declarator name: (identifier) @variable))
(local_variable_declaration type: (type_identifier) @_var
  declarator: (variable_declarator name: (identifier) @variable value: (object_creation_expression type: (type_identifier) @type))
  (#eq? @_var "var"))
(method_declaration type: [(type_identifier) (scoped_type_identifier)] @returns)
(method_declaration type: (generic_type . (_) @returns))
[(line_comment) (block_comment)] @comment
; A method whose body another type has.
(method_declaration !body) @bodiless
