"""What the shop shows."""
