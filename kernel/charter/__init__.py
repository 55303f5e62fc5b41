"""T3: constraints with citations, their anchors and drift."""
