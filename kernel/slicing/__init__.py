"""T2: symptom → functions and files that can matter, under a token budget."""
