(function_definition declarator: (function_declarator declarator: [(identifier) (field_identifier)] @name)) @function
(function_definition declarator: (_ declarator: (function_declarator declarator: [(identifier) (field_identifier)] @name))) @function
(function_definition declarator: (_ declarator: (_ declarator: (function_declarator declarator: [(identifier) (field_identifier)] @name)))) @function
(struct_specifier name: (type_identifier) @name body: (_)) @class
(union_specifier name: (type_identifier) @name body: (_)) @class
(enum_specifier name: (type_identifier) @name body: (_)) @class
(type_definition declarator: (type_identifier) @name) @class
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @class
(preproc_function_def name: (identifier) @name) @function
(preproc_def name: (identifier) @name value: (_)) @class
; Tables of functions and other values at the top of a file.
(translation_unit (declaration declarator: (init_declarator declarator: (identifier) @name value: (initializer_list))) @class)
(translation_unit (declaration declarator: (init_declarator declarator: (array_declarator declarator: (identifier) @name) value: (initializer_list))) @class)

(preproc_include path: [(string_literal) (system_lib_string)] @module) @import

(function_definition (storage_class_specifier) @decorator)
(translation_unit (declaration (storage_class_specifier) @decorator (init_declarator value: (initializer_list))))
(translation_unit [(struct_specifier "struct" @decorator) (union_specifier "union" @decorator) (enum_specifier "enum" @decorator)])
(translation_unit (type_definition "typedef" @decorator))
(preproc_def "#define" @decorator)
(preproc_function_def "#define" @decorator)

(call_expression function: [(identifier) (field_expression)] @call)
(identifier) @ref
(type_identifier) @ref
(initializer_pair value: (identifier) @ref)
(field_expression argument: (identifier)) @ref

(parameter_declaration declarator: (identifier) @param)
(parameter_declaration declarator: (_ declarator: (identifier) @param))
(parameter_declaration type: (type_identifier) @type declarator: (identifier) @variable)
(parameter_declaration type: (type_identifier) @type declarator: (_ declarator: (identifier) @variable))
(parameter_declaration type: (struct_specifier name: (_) @type) declarator: (_ declarator: (identifier) @variable))
(declaration type: (type_identifier) @type declarator: (identifier) @variable)
(declaration type: (type_identifier) @type declarator: (pointer_declarator declarator: (identifier) @variable))
(declaration type: (type_identifier) @type declarator: (init_declarator declarator: (identifier) @variable))
(declaration type: (type_identifier) @type declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @variable)))
(declaration type: (struct_specifier name: (_) @type) declarator: (pointer_declarator declarator: (identifier) @variable))
(declaration type: (struct_specifier name: (_) @type) declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @variable)))
(field_declaration type: (type_identifier) @type declarator: (field_identifier) @variable)
(field_declaration type: (type_identifier) @type declarator: (pointer_declarator declarator: (field_identifier) @variable))
(field_declaration type: (struct_specifier name: (_) @type) declarator: (pointer_declarator declarator: (field_identifier) @variable))
(function_definition type: (type_identifier) @returns)
(comment) @comment
