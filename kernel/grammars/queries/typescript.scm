; inherits: ecmascript
(abstract_class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @class
(type_alias_declaration name: (_) @name) @class
(enum_declaration name: (_) @name) @class
(internal_module name: (_) @name) @class
(abstract_method_signature name: (_) @name) @function
(function_signature name: (_) @name) @function
(public_field_definition name: (_) @name value: [(arrow_function) (function_expression)]) @function

(class_heritage (extends_clause value: (_) @base))
(class_heritage (implements_clause [(type_identifier) (nested_type_identifier)] @base))
(class_heritage (implements_clause (generic_type name: (_) @base)))
(extends_type_clause type: [(type_identifier) (nested_type_identifier)] @base)

(import_require_clause (identifier) @alias source: (string) @module) @import

(type_identifier) @ref
(required_parameter pattern: (identifier) @param)
(optional_parameter pattern: (identifier) @param)
(required_parameter pattern: (identifier) @variable type: (type_annotation [(type_identifier) (nested_type_identifier)] @type))
(required_parameter pattern: (identifier) @variable type: (type_annotation (generic_type name: (_) @type)))
; A parameter of the constructor that makes a field.
(required_parameter (accessibility_modifier) pattern: (identifier) @field type: (type_annotation [(type_identifier) (nested_type_identifier)] @type))
(required_parameter "readonly" pattern: (identifier) @field type: (type_annotation [(type_identifier) (nested_type_identifier)] @type))
(public_field_definition name: (property_identifier) @variable type: (type_annotation [(type_identifier) (nested_type_identifier)] @type))
(public_field_definition name: (property_identifier) @variable value: (new_expression constructor: (_) @type))
(variable_declarator name: (identifier) @variable type: (type_annotation [(type_identifier) (nested_type_identifier)] @type))
(function_declaration return_type: (type_annotation [(type_identifier) (nested_type_identifier)] @returns))
(method_definition return_type: (type_annotation [(type_identifier) (nested_type_identifier)] @returns))
(decorator) @comment
