"""T2b: the part of one file that the behaviour of some of its symbols depends on. Values in, values out."""
