(class_declaration name: [(type_identifier) (user_type)] @name) @class
(protocol_declaration name: (type_identifier) @name) @class
(typealias_declaration name: (type_identifier) @name) @class
(function_declaration name: (simple_identifier) @name) @function
(protocol_function_declaration name: (simple_identifier) @name) @function
(init_declaration "init" @name) @function
(deinit_declaration "deinit" @name) @function
; Properties that do something.
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name) computed_value: (_)) @function

(import_declaration (identifier) @module) @import

(call_expression . [(simple_identifier) (navigation_expression)] @call)
(simple_identifier) @ref
(type_identifier) @ref
(navigation_expression target: [(simple_identifier) (self_expression)]) @ref

(inheritance_specifier inherits_from: (user_type . (type_identifier) @base))

(parameter name: (simple_identifier) @param)
(parameter name: (simple_identifier) @variable (user_type . (type_identifier) @type))
(parameter name: (simple_identifier) @variable (optional_type (user_type . (type_identifier) @type)))
(property_declaration name: (pattern bound_identifier: (simple_identifier) @variable) (type_annotation (user_type . (type_identifier) @type)))
(property_declaration name: (pattern bound_identifier: (simple_identifier) @variable) (type_annotation (optional_type (user_type . (type_identifier) @type))))
(property_declaration name: (pattern bound_identifier: (simple_identifier) @variable) value: (call_expression . (simple_identifier) @type))
(property_declaration name: (pattern) (type_annotation (user_type . (type_identifier) @returns)) computed_value: (_))
(function_declaration name: (simple_identifier) (user_type . (type_identifier) @returns))
(function_declaration name: (simple_identifier) (optional_type (user_type . (type_identifier) @returns)))
[(comment) (multiline_comment)] @comment
; A method whose body another type has.
(protocol_function_declaration) @bodiless
