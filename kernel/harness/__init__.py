"""One folder an agent: its JSON to our nouns and back."""
