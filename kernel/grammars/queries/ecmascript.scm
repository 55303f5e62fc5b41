; Definitions.
(function_declaration name: (identifier) @name) @function
(generator_function_declaration name: (identifier) @name) @function
(class_declaration name: (_) @name) @class
(method_definition name: (_) @name) @function
(variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)]) @function
(variable_declarator name: (identifier) @name value: (class)) @class
(assignment_expression left: [(identifier) (member_expression)] @name right: [(arrow_function) (function_expression !name) (generator_function)]) @function
((assignment_expression left: [(identifier) (member_expression)] @name right: (function_expression name: (_))) @function
  (#not-eq? @name "module.exports"))
((assignment_expression left: (member_expression) @_exports right: (function_expression name: (_) @name)) @function
  (#eq? @_exports "module.exports"))
((assignment_expression left: [(identifier) (member_expression)] @name right: (class)) @class
  (#not-eq? @name "module.exports"))
((assignment_expression left: (member_expression) @name right: (class !name)) @class
  (#eq? @name "module.exports"))
((assignment_expression left: (member_expression) @_exports right: (class name: (_) @name)) @class
  (#eq? @_exports "module.exports"))
(pair key: (property_identifier) @name value: [(arrow_function) (function_expression)]) @function
(pair key: (_) @owner value: (object (method_definition name: (_) @name) @function))
; Methods of a value that has a name.
(variable_declarator name: (identifier) @owner value: (object (method_definition name: (_) @name) @function))
(variable_declarator name: (identifier) @owner
  value: (object (pair key: (property_identifier) @name value: [(arrow_function) (function_expression)]) @function))
(export_statement "default" @name value: [(arrow_function) (function_expression !name) (class !name)]) @function
; A value that is made by wrapping a function: memo(() => …).
(variable_declarator name: (identifier) @name value: (call_expression arguments: (arguments [(arrow_function) (function_expression)]))) @function

; Tests are calls with a title and a body.
((call_expression
    function: [(identifier) @_runs (member_expression object: (identifier) @_runs)
               (call_expression function: (member_expression object: (identifier) @_runs))]
    arguments: (arguments . [(string) (template_string)] @name [(arrow_function) (function_expression)])) @test
  (#match? @_runs "^(it|test|describe|suite|context|specify|bench|t)$"))

; Imports.
(import_statement (import_clause (identifier) @alias @default) source: (string) @module) @import
(import_statement (import_clause (namespace_import (identifier) @alias)) source: (string) @module) @import
(import_statement (import_clause (named_imports (import_specifier name: (_) @imported alias: (_)? @alias))) source: (string) @module) @import
(import_statement . source: (string) @module) @import
(export_statement (export_clause (export_specifier name: (_) @imported alias: (_)? @alias)) source: (string) @module) @import
((export_statement !source (export_clause (export_specifier name: (_) @imported alias: (_) @alias))) @import)
(export_statement "default" @exports value: (identifier) @imported) @import
(export_statement "default" @exports declaration: [(function_declaration name: (_) @imported) (class_declaration name: (_) @imported)]) @import
((assignment_expression left: (member_expression) @exports right: [(identifier) @imported (function_expression name: (_) @imported) (class name: (_) @imported)]) @import
  (#eq? @exports "module.exports"))
((assignment_expression left: (_) right: (assignment_expression left: (member_expression) @exports right: (identifier) @imported)) @import
  (#eq? @exports "module.exports"))
((assignment_expression left: (member_expression object: (_) @_exports property: (_) @alias) right: (identifier) @imported) @import
  (#match? @_exports "^(module[.])?exports$"))
((assignment_expression left: (member_expression) @_exports
    right: (object (pair key: (property_identifier) @alias value: (identifier) @imported))) @import
  (#eq? @_exports "module.exports"))
((variable_declarator name: (identifier) @imported value: (assignment_expression left: (member_expression) @exports)) @import
  (#eq? @exports "module.exports"))
((variable_declarator name: (identifier) @imported
    value: (assignment_expression right: (assignment_expression left: (member_expression) @exports))) @import
  (#eq? @exports "module.exports"))
; A name of the whole file for what something holds.
(program (lexical_declaration (variable_declarator name: (identifier) @alias
    value: (member_expression object: [(identifier) (member_expression)]) @imported) @import))
(program (variable_declaration (variable_declarator name: (identifier) @alias
    value: (member_expression object: [(identifier) (member_expression)]) @imported) @import))
(export_statement "*" @star source: (string) @module) @import
((variable_declarator name: (identifier) @alias
    value: (call_expression function: (identifier) @default arguments: (arguments . (string) @module .))) @import
  (#eq? @default "require"))
((variable_declarator name: (identifier) @alias
    value: (member_expression object: (call_expression function: (identifier) @_require arguments: (arguments . (string) @module .))
                              property: (property_identifier) @imported)) @import
  (#eq? @_require "require"))
((variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @imported)
    value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @module .))) @import
  (#eq? @_require "require"))
((variable_declarator name: (object_pattern (pair_pattern key: (property_identifier) @imported value: (identifier) @alias))
    value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @module .))) @import
  (#eq? @_require "require"))
((pair key: (property_identifier) @alias
    value: (call_expression function: (identifier) @default arguments: (arguments . (string) @module .))) @import
  (#eq? @default "require"))
((expression_statement (call_expression function: (identifier) @_require arguments: (arguments . (string) @module .))) @import
  (#eq? @_require "require"))
(call_expression function: (import) arguments: (arguments . (string) @module)) @import
(call_expression function: (import) @dynamic arguments: (arguments . [(identifier) (member_expression) (binary_expression) (template_string) (call_expression)]))
((call_expression function: (identifier) @dynamic arguments: (arguments . [(identifier) (member_expression) (binary_expression) (template_string) (call_expression)]))
  (#eq? @dynamic "require"))

; What is called and loaded.
(call_expression function: [(identifier) (member_expression)] @call)
(new_expression constructor: [(identifier) (member_expression)] @call)
(identifier) @ref
(shorthand_property_identifier) @ref
(member_expression object: (identifier)) @ref
(member_expression object: (this)) @ref

; What values are made by.
(variable_declarator name: (identifier) @variable value: (new_expression constructor: (_) @type))
(assignment_expression left: (member_expression) @variable right: (new_expression constructor: (_) @type))
(variable_declarator name: (identifier) @variable value: (member_expression object: [(identifier) (this) (member_expression)]) @type)
((variable_declarator name: (identifier) @variable value: (call_expression function: [(identifier) (member_expression)] @type))
  (#not-eq? @type "require"))
(variable_declarator name: (identifier) @variable value: (await_expression (call_expression function: [(identifier) (member_expression)] @type)))
(arrow_function parameter: (identifier) @param)

(comment) @comment
