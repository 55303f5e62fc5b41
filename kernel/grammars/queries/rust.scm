(function_item name: (identifier) @name) @function
(function_signature_item name: (identifier) @name) @function
(macro_definition name: (identifier) @name) @function
(struct_item name: (type_identifier) @name) @class
(enum_item name: (type_identifier) @name) @class
(union_item name: (type_identifier) @name) @class
(trait_item name: (type_identifier) @name) @class
(type_item name: (type_identifier) @name) @class
(impl_item type: (type_identifier) @name) @class
(impl_item type: (generic_type type: (type_identifier) @name)) @class
(impl_item type: (scoped_type_identifier name: (type_identifier) @name)) @class
(mod_item name: (identifier) @name body: (_)) @class

(use_declaration argument: [(scoped_identifier) (identifier)] @module) @import
(use_declaration argument: (use_as_clause path: (_) @module alias: (identifier) @alias)) @import
(use_declaration argument: (use_wildcard (_) @module) @star) @import
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list [(identifier) (scoped_identifier) (self)] @imported))) @import
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list (use_as_clause path: (_) @imported alias: (identifier) @alias)))) @import
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list (use_wildcard) @star))) @import
(mod_item name: (identifier) @module !body) @import

(call_expression function: [(identifier) (scoped_identifier) (field_expression)] @call)
(call_expression function: (generic_function function: [(identifier) (scoped_identifier) (field_expression)] @call))
(macro_invocation macro: [(identifier) (scoped_identifier)] @call)
(struct_expression name: [(type_identifier) (scoped_type_identifier)] @call)
(identifier) @ref
(type_identifier) @ref
(scoped_identifier) @ref

(impl_item trait: [(type_identifier) (scoped_type_identifier)] @base)
(impl_item trait: (generic_type type: (_) @base))

(parameter pattern: (identifier) @param)
(parameter pattern: (identifier) @variable type: [(type_identifier) (scoped_type_identifier)] @type)
(parameter pattern: (identifier) @variable type: (reference_type type: [(type_identifier) (scoped_type_identifier)] @type))
(parameter pattern: (identifier) @variable type: (reference_type type: (generic_type type: (_) @type)))
(field_declaration name: (field_identifier) @variable type: [(type_identifier) (scoped_type_identifier)] @type)
(field_declaration name: (field_identifier) @variable type: (generic_type type: (type_identifier) @type))
(let_declaration pattern: (identifier) @variable type: [(type_identifier) (scoped_type_identifier)] @type)
(let_declaration pattern: (identifier) @variable value: (call_expression function: (scoped_identifier path: (_) @type)))
(let_declaration pattern: (identifier) @variable value: (struct_expression name: (_) @type))
(function_item return_type: [(type_identifier) (scoped_type_identifier)] @returns)
(function_item return_type: (generic_type type_arguments: (type_arguments . [(type_identifier) (scoped_type_identifier)] @returns)))
(line_comment) @comment
(block_comment) @comment
(attribute_item) @comment
