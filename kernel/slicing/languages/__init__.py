"""How a name in one file finds its definition in another, one file a language."""
