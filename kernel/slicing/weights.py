"""How much each kind of evidence counts: one value, so that a bench can leave each out.

Chosen on real fixes by moving one constant at a time. Tuned on half of the projects none of them moves to the gain of
the other half (tests/bench/README.md).
"""

from typing import NamedTuple


class Weights(NamedTuple):
    """Weights of evidence and shape.

    score = (words + structure·√reach + file + class + message + raises + manual) · kind / (1 + size / usual_words)^length:
    a slice is paid by the token, so long definitions and those that are no functions are discounted.

    Attributes:
        words: BM25 as a share of the best definition's.
        structure: Of the square root of how strongly the seeds reach a definition.
        file, holder: The best words score in its file; in its class.
        message: A literal of the error message stands there.
        raises: The function makes the error class that came without a message.
        manual: Chosen by hand.
        history, coverage, prior: Only where asked for: the share of commits that changed the file together with a
            seed's; a coverage run executed some of its lines; the share of earlier tasks with a seed that needed the file.
        function, class_head, module, whole_file: By kind of definition.
        length, usual_words: Discount for long definitions; ``usual_words`` halves at length 1.
        length_elsewhere: The same of all languages but Python, whose functions are longer.
        frame, test, named: How strong a seed of that role is before its distance from the failure.
        step, reference, fan_out: What one step of structure passes on; a reference's part of a call; the power by which
            many steps out of one definition weaken each.
        said, captured, unquoted: Of a word of the query, where a plain line's counts 1: in what the tool says of the
            failure, in captured output (once), in a failing test that is named only.
        unquoted_elsewhere: The last of all languages but Python, whose reports show the code of a failing test.
    """

    words: float = 1.0
    structure: float = 0.6
    file: float = 0.2
    holder: float = 0.15
    message: float = 1.2
    raises: float = 2.0
    manual: float = 1.0
    history: float = 0.15
    coverage: float = 0.15
    prior: float = 0.15
    function: float = 1.0
    class_head: float = 0.7
    module: float = 0.5
    whole_file: float = 0.5
    length: float = 0.4
    length_elsewhere: float = 0.3
    usual_words: float = 120.0
    frame: float = 1.5
    test: float = 1.0
    named: float = 1.0
    step: float = 0.55
    reference: float = 0.6
    fan_out: float = 0.35
    said: float = 1.5
    captured: float = 0.25
    unquoted: float = 0.5
    unquoted_elsewhere: float = 0.1

    def of_kind(self, kind: str) -> float:
        """The weight of a kind of definition."""
        return {"function": self.function, "class": self.class_head, "module": self.module}.get(kind, self.whole_file)

    def of_role(self, role: str) -> float:
        """How strong a seed of a role is."""
        return {"frame": self.frame, "manual": self.frame, "test": self.test}.get(role, self.named)
