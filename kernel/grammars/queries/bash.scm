(function_definition name: (word) @name) @function

; Imports.
((command name: (command_name) @star . argument: (_) @module) @import
  (#match? @star "^(source|[.])$"))

; What is called and loaded.
(command name: (command_name (word) @call))
((command name: (command_name (word)) argument: (word) @ref)
  (#match? @ref "^[A-Za-z_][A-Za-z0-9_.-]*$"))
(comment) @comment
