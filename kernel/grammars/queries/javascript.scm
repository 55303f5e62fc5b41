; inherits: ecmascript jsx
(class_heritage [(identifier) (member_expression)] @base)
(formal_parameters (identifier) @param)
(formal_parameters (assignment_pattern left: (identifier) @param))
