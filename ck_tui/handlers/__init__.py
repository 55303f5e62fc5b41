"""What actions do: one file a scope; each function takes the application and acts on its state."""
