"""T4: checks that a projection moved no answer."""
