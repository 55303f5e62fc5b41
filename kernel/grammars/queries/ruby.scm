(class name: (_) @name) @class
(module name: (_) @name) @class
(assignment left: (constant) @name right: (call receiver: (constant) @_struct block: (_)) (#match? @_struct "^(Struct|Class|Module|Data)$")) @class
(method name: (_) @name) @function
(singleton_method name: (_) @name) @function
; Methods that are made by a call with a name.
((call method: (identifier) @_defines arguments: (argument_list . (simple_symbol) @name) block: (_)) @function
  (#match? @_defines "^(define_method|define_singleton_method)$"))
((call method: (identifier) @_defines arguments: (argument_list . (simple_symbol) @name (lambda))) @function
  (#match? @_defines "^(scope|let|let!|subject)$"))

; Tests are calls with a title and a block.
((call method: (identifier) @_runs arguments: (argument_list . (_) @name) block: (_)) @test
  (#match? @_runs "^(it|test|describe|context|specify|feature|scenario|should|task)$"))

; Imports.
((call method: (identifier) @_require arguments: (argument_list . (string) @module)) @import
  (#match? @_require "^(require|load)$"))
; A path that starts at the file itself is told by the word.
((call method: (identifier) @alias arguments: (argument_list . (string) @module)) @import
  (#eq? @alias "require_relative"))

; What is called and loaded.
(call !receiver method: (identifier) @call)
(call receiver: (_) @on method: [(identifier) (constant)] @call)
(identifier) @ref
(constant) @ref
(scope_resolution) @ref
(instance_variable) @ref

(superclass [(constant) (scope_resolution)] @base)
((call !receiver method: (identifier) @_mixes arguments: (argument_list [(constant) (scope_resolution)] @base))
  (#match? @_mixes "^(include|extend|prepend)$"))

; What values are made by.
(method_parameters [(identifier) @param (keyword_parameter name: (identifier) @param) (optional_parameter name: (identifier) @param) (splat_parameter name: (identifier) @param) (block_parameter name: (identifier) @param)])
(block_parameters (identifier) @param)
(assignment left: [(identifier) (instance_variable)] @variable right: (call) @type)
(operator_assignment left: [(identifier) (instance_variable)] @variable right: (call) @type)
(rescue exceptions: (exceptions . [(constant) (scope_resolution)] @type) variable: (exception_variable (identifier) @variable))
(comment) @comment
