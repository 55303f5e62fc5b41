(function_definition_statement name: (_) @name) @function
(local_function_definition_statement name: (identifier) @name) @function
(variable_assignment (variable_list . (variable field: (identifier)) @name .) (expression_list . value: (function_definition) .)) @function
(variable_assignment (variable_list . (variable name: (identifier)) @name .) (expression_list . value: (function_definition) .)) @function
(variable_assignment (variable_list . (variable table: (_) @owner field: (string) @name) .) (expression_list . value: (function_definition) .)) @function
(local_variable_declaration (variable_list . (variable) @name .) (expression_list . value: (function_definition) .)) @function
(local_function_definition_statement "local" @decorator)
(local_variable_declaration "local" @decorator (expression_list . value: (function_definition) .))
; Functions of a table that has a name.
(local_variable_declaration (variable_list . (variable) @owner .)
  (expression_list . value: (table (field_list (field key: (identifier) @name value: (function_definition)) @function)) .))
(variable_assignment (variable_list . (variable) @owner .)
  (expression_list . value: (table (field_list (field key: (identifier) @name value: (function_definition)) @function)) .))
; Functions of the table that a file gives.
(chunk (return_statement (expression_list . (table (field_list (field key: (identifier) @name value: (function_definition)) @function)))))
(chunk (return_statement (expression_list . (call function: (variable name: (identifier) @_sets)
    arguments: (argument_list (expression_list . (table (field_list (field key: (identifier) @name value: (function_definition)) @function)))))))
  (#eq? @_sets "setmetatable"))

; Tests are calls with a title and a function.
((call function: (variable name: (identifier) @_runs)
       arguments: (argument_list (expression_list . (string) @name (function_definition)))) @test
  (#match? @_runs "^(it|describe|test|context|insulate|expose|spec|pending)$"))

; Imports.
((local_variable_declaration (variable_list . (variable name: (identifier) @alias))
    (expression_list . value: (call function: (variable name: (identifier) @default) arguments: (argument_list [(string) @module (expression_list . (string) @module)])))) @import
  (#eq? @default "require"))
((variable_assignment (variable_list . (variable name: (identifier) @alias))
    (expression_list . value: (call function: (variable name: (identifier) @default) arguments: (argument_list [(string) @module (expression_list . (string) @module)])))) @import
  (#eq? @default "require"))
((local_variable_declaration (variable_list . (variable name: (identifier) @alias))
    (expression_list . value: (variable table: (call function: (variable name: (identifier) @_require) arguments: (argument_list [(string) @module (expression_list . (string) @module)]))
                                        field: (identifier) @imported))) @import
  (#eq? @_require "require"))
; A name of the whole file for what something holds.
(chunk (local_variable_declaration (variable_list . (variable name: (identifier) @alias))
  (expression_list . value: (variable table: [(identifier) (variable)] field: (identifier)) @imported)) @import)
(chunk (local_variable_declaration (variable_list . (variable) . (variable name: (identifier) @alias))
  (expression_list . (_) . value: (variable table: [(identifier) (variable)] field: (identifier)) @imported)) @import)
(chunk (local_variable_declaration (variable_list . (variable) . (variable) . (variable name: (identifier) @alias))
  (expression_list . (_) . (_) . value: (variable table: [(identifier) (variable)] field: (identifier)) @imported)) @import)
; Loaded where it may be missing: ``local ok, x = pcall(require, "x")``.
((local_variable_declaration (variable_list . (_) . (variable name: (identifier) @alias))
    (expression_list . value: (call function: (variable name: (identifier) @_try) arguments: (argument_list (expression_list . (variable name: (identifier) @default) . (string) @module .))))) @import
  (#eq? @_try "pcall") (#eq? @default "require"))
((call function: (variable name: (identifier) @star) arguments: (argument_list [(string) @module (expression_list . (string) @module)])) @import
  (#match? @star "^(require|dofile|loadfile)$"))
; What a file gives: a table, or one that is written where it is given.
(chunk (return_statement "return" @exports (expression_list . (variable name: (identifier) @imported) .)) @import)
(chunk (return_statement (expression_list . (table (field_list (field key: (identifier) @alias value: (variable name: (identifier) @imported)))) .)) @import)

; What is called and loaded.
(call function: (variable) @call)
(variable name: (identifier)) @ref
(variable table: (identifier)) @ref

; What values are made by.
(parameter_list name: (identifier) @param)
((local_variable_declaration (variable_list . (variable name: (identifier) @variable)) (expression_list . value: (call function: (variable) @type)))
  (#not-eq? @type "require"))
((variable_assignment (variable_list . (variable) @variable) (expression_list . value: (call function: (variable) @type)))
  (#not-eq? @type "require"))
(local_variable_declaration (variable_list . (variable name: (identifier) @variable)) (expression_list . value: (variable table: [(identifier) (variable)] field: (identifier)) @type))
(comment) @comment
