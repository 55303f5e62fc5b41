"""T5: what agents turned out to need of what they were shown, and of what they were not."""
