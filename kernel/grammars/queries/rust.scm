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
; Lists within lists, as deep as they are written.
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list [(identifier) (scoped_identifier) (self)] @imported))) @import
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list (use_as_clause path: (_) @imported alias: (identifier) @alias)))) @import
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list (use_wildcard) @star))) @import
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list (scoped_use_list path: (_) @module list: (use_list [(identifier) (scoped_identifier) (self)] @imported))))) @import
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list (scoped_use_list path: (_) @module list: (use_list (use_as_clause path: (_) @imported alias: (identifier) @alias)))))) @import
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list (scoped_use_list path: (_) @module list: (use_list (use_wildcard) @star))))) @import
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list (scoped_use_list path: (_) @module list: (use_list (scoped_use_list path: (_) @module list: (use_list [(identifier) (scoped_identifier) (self)] @imported))))))) @import
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list (scoped_use_list path: (_) @module list: (use_list (scoped_use_list path: (_) @module list: (use_list (use_as_clause path: (_) @imported alias: (identifier) @alias)))))))) @import
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list (scoped_use_list path: (_) @module list: (use_list (scoped_use_list path: (_) @module list: (use_list (use_wildcard) @star))))))) @import
(use_declaration argument: (use_list [(scoped_identifier) (identifier)] @module)) @import
(use_declaration argument: (use_list (use_as_clause path: (_) @module alias: (identifier) @alias))) @import
(use_declaration argument: (use_list (use_wildcard (_) @module) @star)) @import
(use_declaration argument: (use_list (scoped_use_list path: (_) @module list: (use_list [(identifier) (scoped_identifier) (self)] @imported)))) @import
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
(parameter pattern: (identifier) @variable type: [(dynamic_type (_) @type) (abstract_type (_) @type)])
(parameter pattern: (identifier) @variable type: (reference_type type: (dynamic_type (_) @type)))
(field_declaration name: (field_identifier) @variable type: [(type_identifier) (scoped_type_identifier)] @type)
(field_declaration name: (field_identifier) @variable type: (reference_type type: [(type_identifier) (scoped_type_identifier)] @type))
; What is only held: the methods that are called are those of what is inside.
((field_declaration name: (field_identifier) @variable
    type: (generic_type type: (type_identifier) @_holds
                        type_arguments: (type_arguments . [(type_identifier) @type (scoped_type_identifier) @type (generic_type type: (_) @type) (dynamic_type (_) @type)])))
  (#match? @_holds "^(Box|Rc|Arc|RefCell|Cell|Pin|Cow)$"))
((field_declaration name: (field_identifier) @variable type: (generic_type type: (type_identifier) @type))
  (#not-match? @type "^(Box|Rc|Arc|RefCell|Cell|Pin|Cow)$"))
(let_declaration pattern: (identifier) @variable type: [(type_identifier) (scoped_type_identifier)] @type)
(let_declaration pattern: (identifier) @variable type: (generic_type type: (_) @type))
(let_declaration pattern: (identifier) @variable value: (struct_expression name: (_) @type))
(let_declaration pattern: (identifier) @variable value: (call_expression function: [(identifier) (scoped_identifier) (field_expression)] @type))
(let_declaration pattern: (identifier) @variable value: (try_expression (call_expression function: [(identifier) (scoped_identifier) (field_expression)] @type)))
(let_declaration pattern: (identifier) @variable value: (await_expression (call_expression function: [(identifier) (scoped_identifier) (field_expression)] @type)))
(let_declaration pattern: (identifier) @variable value: (try_expression (await_expression (call_expression function: [(identifier) (scoped_identifier) (field_expression)] @type))))
(let_declaration pattern: (identifier) @variable value: [(field_expression) @type (reference_expression value: (field_expression) @type)])
(function_item return_type: [(type_identifier) (scoped_type_identifier)] @returns)
(function_item return_type: (reference_type type: [(type_identifier) (scoped_type_identifier)] @returns))
((function_item return_type: (generic_type type: (type_identifier) @_holds type_arguments: (type_arguments . [(type_identifier) @returns (scoped_type_identifier) @returns (generic_type type: (_) @returns)])))
  (#match? @_holds "^(Result|Option|Box|Rc|Arc|Pin|Cow)$"))
((function_item return_type: (generic_type type: (type_identifier) @returns))
  (#not-match? @returns "^(Result|Option|Box|Rc|Arc|Pin|Cow)$"))
((function_item return_type: (generic_type type: (scoped_type_identifier) type_arguments: (type_arguments . [(type_identifier) (scoped_type_identifier)] @returns))))
; A method whose body another type has.
(function_signature_item) @bodiless
(line_comment) @comment
(block_comment) @comment
(attribute_item) @comment
