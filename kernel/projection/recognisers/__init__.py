"""One file a kind of noise: each says which lines are of its kind, strictly, and what to call them."""
