"""The nouns of the kernel: immutable values, standard library only."""
