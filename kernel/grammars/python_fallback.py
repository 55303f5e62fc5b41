"""Facts of a Python text that ``ast`` rejects: by tree-sitter, else by indentation."""

from kernel.model.facts import FileFacts


def fallback_facts(text: str) -> FileFacts:
    """What can be known of a text with errors, an older or a newer syntax; ``parsed_by`` tells how. Never raises."""
    # Few repositories hold such a file: what reads them is loaded for the first one.
    from kernel.grammars.python_scan import scan_facts
    from kernel.grammars.python_tree import tree_facts

    return tree_facts(text) or scan_facts(text)
