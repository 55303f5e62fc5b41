"""Rankings and slices as JSON and back: the wire of the worker and the documents of the command line."""

from typing import Any

from kernel.grammars.languages import language_of, level_of
from kernel.model.slice import BlindSpot, Candidate, Evidence, Item, Ranking, Seed, Slice

SCHEMA = 1


def ranking_json(ranking: Ranking) -> dict[str, Any]:
    """A ranking as plain values, for the worker's wire."""
    return {
        **ranking._asdict(),
        "seeds": [list(s) for s in ranking.seeds],
        "candidates": [[*c[:8], [list(e) for e in c.evidence], list(c.why), c.digest] for c in ranking.candidates],
        "blind_spots": [list(b) for b in ranking.blind_spots],
    }


def ranking_from_json(data: dict[str, Any]) -> Ranking:
    """The ranking of ``ranking_json``."""
    fields = dict(data)
    fields["seeds"] = tuple(Seed(*s) for s in data["seeds"])
    fields["candidates"] = tuple(_candidate(c) for c in data["candidates"])
    fields["reached"] = tuple((path, symbol) for path, symbol in data["reached"])
    fields["blind_spots"] = tuple(BlindSpot(*b) for b in data["blind_spots"])
    fields["notes"] = tuple(data["notes"])
    return Ranking(**fields)


def _candidate(row: list[Any]) -> Candidate:
    path, symbol, kind, ranges, tokens, role, hop, score, evidence, why, digest = row
    pairs = tuple((a, b) for a, b in ranges)
    return Candidate(path, symbol, kind, pairs, tokens, role, hop, score, tuple(Evidence(*e) for e in evidence), tuple(why), digest)


def slice_json(piece: Slice) -> dict[str, Any]:
    """The slice document: the contract of ``ck slice --json``."""
    return {
        "schema": SCHEMA,
        "repo": piece.repo,
        "task": piece.task,
        "title": piece.title,
        "operator": piece.operator,
        "scanned": piece.scanned,
        "budget": piece.budget._asdict(),
        "seeds": [s._asdict() for s in piece.seeds],
        "items": [_item_json(i) for i in piece.items],
        "excluded": {
            "count": piece.excluded_count,
            "items": [e._asdict() for e in piece.excluded],
            "expected_faults": [f._asdict() for f in piece.expected_faults],
        },
        "unmet_pins": list(piece.unmet_pins),
        "blind_spots": [b._asdict() for b in piece.blind_spots],
        "sufficiency": piece.sufficiency._asdict(),
        "languages": [{"name": name, "level": level} for name, level in languages(piece).items()],
        "notes": list(piece.notes),
    }


def languages(piece: Slice) -> dict[str, str]:
    """The languages of a slice's items, by name, and how well each is known: ``precise``, ``by grammar``, ``by lines``."""
    found = filter(None, (language_of(item.path) for item in piece.items))
    return {language.name: level_of(language) for language in sorted(found)}


def _item_json(item: Item) -> dict[str, Any]:
    return {
        "path": item.path,
        "role": item.role,
        "hop": item.hop,
        "level": item.level,
        "kind": item.kind,
        "ranges": [list(r) for r in item.ranges],
        "symbols": list(item.symbols),
        "tokens": item.tokens,
        "pinned": item.pinned,
        "evidence": [e._asdict() for e in item.evidence],
        "why": list(item.why),
        "digest": item.digest,
    }
