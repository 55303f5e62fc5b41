"""How a name in one file finds its definition in another: what languages share, and one file a family of languages."""
