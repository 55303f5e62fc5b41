(class_definition name: (identifier) @name) @class
(object_definition name: (identifier) @name) @class
(trait_definition name: (identifier) @name) @class
(type_definition name: (type_identifier) @name) @class
(function_definition name: (_) @name) @function
(function_declaration name: (_) @name) @function

(import_declaration ((identifier) @module "."?)+) @import
(import_declaration ((identifier) @module "."?)+ (namespace_wildcard) @star) @import
(import_declaration ((identifier) @module "."?)+ (namespace_selectors (identifier) @imported)) @import
(import_declaration ((identifier) @module "."?)+ (namespace_selectors (arrow_renamed_identifier name: (_) @imported alias: (_) @alias))) @import

(call_expression function: [(identifier) (field_expression)] @call)
(call_expression function: (generic_function function: [(identifier) (field_expression)] @call))
(instance_expression . [(type_identifier) (stable_type_identifier)] @call)
(instance_expression . (generic_type type: (_) @call))
(infix_expression left: (identifier) @on operator: (identifier) @call)
(identifier) @ref
(type_identifier) @ref
(field_expression value: (identifier)) @ref

(extends_clause type: [(type_identifier) (stable_type_identifier)] @base)
(extends_clause type: (generic_type type: (_) @base))

(parameter name: (identifier) @param)
(parameter name: (identifier) @variable type: (type_identifier) @type)
(parameter name: (identifier) @variable type: (generic_type type: (type_identifier) @type))
(class_parameter name: (identifier) @variable type: (type_identifier) @type)
(class_parameter name: (identifier) @variable type: (generic_type type: (type_identifier) @type))
(val_definition pattern: (identifier) @variable type: (type_identifier) @type)
(val_definition pattern: (identifier) @variable type: (generic_type type: (type_identifier) @type))
(var_definition pattern: (identifier) @variable type: (type_identifier) @type)
(val_definition pattern: (identifier) @variable value: (instance_expression . (type_identifier) @type))
(val_definition pattern: (identifier) @variable value: (call_expression function: (identifier) @type))
(function_definition return_type: (type_identifier) @returns)
(function_definition return_type: (generic_type type: (type_identifier) @returns))
[(comment) (block_comment)] @comment
; A method whose body another type has.
(function_declaration) @bodiless
