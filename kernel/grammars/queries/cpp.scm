; inherits: c
(class_specifier name: (type_identifier) @name body: (_)) @class
(class_specifier name: (template_type name: (type_identifier) @name) body: (_)) @class
(struct_specifier name: (template_type name: (type_identifier) @name) body: (_)) @class
(alias_declaration name: (type_identifier) @name) @class
(concept_definition name: (identifier) @name) @class
(template_declaration (class_specifier name: (type_identifier) @name body: (_))) @class
(template_declaration (struct_specifier name: (type_identifier) @name body: (_))) @class
(template_declaration (function_definition declarator: (function_declarator declarator: [(identifier) (field_identifier)] @name))) @function
(template_declaration (function_definition declarator: (_ (function_declarator declarator: [(identifier) (field_identifier)] @name)))) @function
(template_declaration (function_definition declarator: (function_declarator declarator: (qualified_identifier scope: (template_type name: (_) @owner) name: (_) @name)))) @function

(function_definition declarator: (function_declarator declarator: [(destructor_name) (operator_name)] @name)) @function
(function_definition declarator: (_ (function_declarator declarator: [(destructor_name) (operator_name)] @name))) @function
(function_definition declarator: (reference_declarator (function_declarator declarator: [(identifier) (field_identifier)] @name))) @function
; A body outside of its type: Cart::total, shop::Cart::total, Box<T>::put.
(function_definition declarator: (function_declarator declarator: (qualified_identifier scope: (namespace_identifier) @owner name: (_) @name))) @function
(function_definition declarator: (function_declarator declarator: (qualified_identifier scope: (template_type name: (_) @owner) name: (_) @name))) @function
(function_definition declarator: (_ declarator: (function_declarator declarator: (qualified_identifier scope: (namespace_identifier) @owner name: (_) @name)))) @function
(function_definition declarator: (_ (function_declarator declarator: (qualified_identifier scope: (namespace_identifier) @owner name: (_) @name)))) @function
(function_definition declarator: (_ (function_declarator declarator: (qualified_identifier scope: (template_type name: (_) @owner) name: (_) @name)))) @function
((function_definition declarator: (function_declarator declarator: (identifier) @_run parameters: (parameter_list . (parameter_declaration type: (_) @owner) . (parameter_declaration type: (_) @name) .))) @function
  (#match? @_run "^(TYPED_)?TEST(_[FP])?$"))

(translation_unit (class_specifier "class" @decorator))
(alias_declaration "using" @decorator)
(using_declaration (qualified_identifier) @module) @import

(call_expression function: [(qualified_identifier) (template_function)] @call)
(new_expression type: [(type_identifier) (qualified_identifier)] @call)
(field_initializer (field_identifier) @ref)
(qualified_identifier) @ref
(field_expression argument: (this)) @ref

(base_class_clause [(type_identifier) (qualified_identifier)] @base)
(base_class_clause (template_type name: (_) @base))

(parameter_declaration declarator: (reference_declarator (identifier) @param))
(parameter_declaration type: [(type_identifier) (qualified_identifier)] @type declarator: (reference_declarator (identifier) @variable))
(parameter_declaration type: (qualified_identifier) @type declarator: (_ declarator: (identifier) @variable))
(parameter_declaration type: (qualified_identifier) @type declarator: (identifier) @variable)
(declaration type: (qualified_identifier) @type declarator: (identifier) @variable)
(declaration type: (qualified_identifier) @type declarator: (init_declarator declarator: (identifier) @variable))
(declaration type: (placeholder_type_specifier) declarator: (init_declarator declarator: (identifier) @variable value: (new_expression type: (_) @type)))
(declaration type: (placeholder_type_specifier) declarator: (init_declarator declarator: (identifier) @variable
  value: (call_expression function: (qualified_identifier name: (template_function name: (_) @_make arguments: (template_argument_list . (type_descriptor type: (_) @type)))))
  (#match? @_make "^make_(unique|shared)$")))
(declaration type: (qualified_identifier name: (template_type name: (_) @_held arguments: (template_argument_list . (type_descriptor type: (_) @type)))) declarator: (identifier) @variable
  (#match? @_held "^(unique_ptr|shared_ptr|weak_ptr|optional|reference_wrapper)$"))
(field_declaration type: (qualified_identifier name: (template_type name: (_) @_held arguments: (template_argument_list . (type_descriptor type: (_) @type)))) declarator: (field_identifier) @variable
  (#match? @_held "^(unique_ptr|shared_ptr|weak_ptr|optional|reference_wrapper)$"))
(parameter_declaration type: (qualified_identifier name: (template_type name: (_) @_held arguments: (template_argument_list . (type_descriptor type: (_) @type)))) declarator: (identifier) @variable
  (#match? @_held "^(unique_ptr|shared_ptr|weak_ptr|optional|reference_wrapper)$"))
(field_declaration type: (qualified_identifier) @type declarator: (field_identifier) @variable)
(field_declaration type: (type_identifier) @type declarator: (reference_declarator (field_identifier) @variable))
