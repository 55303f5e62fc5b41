; inherits: typescript jsx
