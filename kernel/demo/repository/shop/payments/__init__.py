"""Payment services."""
