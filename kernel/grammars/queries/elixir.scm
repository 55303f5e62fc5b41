((call target: (identifier) @_defines (arguments . (alias) @name) (do_block)) @class
  (#match? @_defines "^(defmodule|defprotocol)$"))
((call target: (identifier) @_defines (arguments . (alias) @owner (keywords (pair value: (alias) @name))) (do_block)) @class
  (#eq? @_defines "defimpl"))
((call target: (identifier) @_defines (arguments . (alias) @owner (keywords (pair value: (list . (alias) @name)))) (do_block)) @class
  (#eq? @_defines "defimpl"))
((call target: (identifier) @_defines (arguments . (alias) @name .) (do_block)) @class
  (#eq? @_defines "defimpl"))
((call target: (identifier) @_defines (arguments . (alias) @base (keywords (pair value: [(alias) (list)]))) (do_block))
  (#eq? @_defines "defimpl"))
((call target: (identifier) @_defines (arguments . [(call target: (identifier) @name) (identifier) @name
    (binary_operator left: (call target: (identifier) @name) operator: "when") (binary_operator left: (identifier) @name operator: "when")])) @function
  (#match? @_defines "^(def|defp|defmacro|defmacrop|defguard|defguardp|defdelegate)$"))
; Operators.
((call target: (identifier) @_defines (arguments . (binary_operator operator: _ @name))) @function
  (#match? @_defines "^(def|defp|defmacro|defmacrop)$") (#not-eq? @name "when"))
((call target: (identifier) @_defines (arguments . (binary_operator left: (binary_operator operator: _ @name) operator: "when"))) @function
  (#match? @_defines "^(def|defp|defmacro|defmacrop)$"))

; Tests are calls with a title and a block.
((call target: (identifier) @_runs (arguments . (string) @name) (do_block)) @test
  (#match? @_runs "^(test|describe|property|feature)$"))

; Imports.
((call target: (identifier) @_alias (arguments . (alias) @module .)) @import
  (#match? @_alias "^(alias|require)$"))
((call target: (identifier) @_alias (arguments . (dot left: (identifier) right: (alias)) @module .)) @import
  (#eq? @_alias "alias"))
((call target: (identifier) @_alias (arguments . (dot left: (identifier) @module right: (tuple (alias) @imported)))) @import
  (#eq? @_alias "alias"))
((call target: (identifier) @_alias (arguments . (alias) @module (keywords (pair value: (alias) @alias)))) @import
  (#match? @_alias "^(alias|require)$"))
((call target: (identifier) @_alias (arguments . (dot left: (alias) @module right: (tuple (alias) @imported)))) @import
  (#eq? @_alias "alias"))
((call target: (identifier) @star (arguments . (alias) @module)) @import
  (#match? @star "^(import|use)$"))

; What is called and loaded.
((call target: (identifier) @call)
  (#not-match? @call "^(def|defp|defmacro|defmacrop|defmodule|defprotocol|defimpl|defstruct|defdelegate|alias|import|require|use|doc|moduledoc|spec|type|impl|test|describe)$"))
(call target: (dot left: (_) @on right: (identifier) @call))
((call target: (identifier) @_delegates (arguments (call target: (identifier) @call) (keywords (pair value: (alias) @on))))
  (#eq? @_delegates "defdelegate"))
(struct (alias) @call)
(alias) @ref
(identifier) @ref
(dot left: (alias)) @ref
((call target: (identifier) @_use (arguments . (alias) @base))
  (#eq? @_use "use"))

; What values are made by.
(binary_operator left: (identifier) @variable operator: "=" right: (map (struct (alias) @type)))
((call target: (identifier) @_defines (arguments . (call (arguments (identifier) @param))))
  (#match? @_defines "^(def|defp|defmacro|defmacrop)$"))
(comment) @comment
; What stands above a function: its documentation and specification.
((unary_operator operator: "@" operand: (call target: (identifier) @_said)) @comment
  (#match? @_said "^(doc|spec|impl|deprecated|since|dialyzer|tag|describetag)$"))
