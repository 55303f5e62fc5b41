"""Facts as bytes and back, for the cache.

``marshal`` is read twice as fast as JSON and the cache is private to this user and this Python; a checksum keeps
damaged bytes away from it, and the caller's key holds the Python version.
"""

import marshal
import zlib

from kernel.model.facts import Definition, Dynamic, FileFacts, Import


def pack_facts(facts: FileFacts) -> bytes:
    """Facts as bytes."""
    plain = (
        facts.lines,
        [tuple(d) for d in facts.definitions],
        [tuple(i) for i in facts.imports],
        [tuple(d) for d in facts.dynamic],
        facts.parsed_by,
    )
    body = marshal.dumps(plain)
    return zlib.crc32(body).to_bytes(4, "big") + body


def unpack_facts(blob: bytes) -> FileFacts | None:
    """Facts from bytes; None where they are damaged or of another shape."""
    body = blob[4:]
    if len(blob) < 5 or zlib.crc32(body).to_bytes(4, "big") != blob[:4]:
        return None
    try:
        lines, definitions, imports, dynamic, parsed_by = marshal.loads(body)
        return FileFacts(
            lines,
            tuple(Definition(*d) for d in definitions),
            tuple(Import(*i) for i in imports),
            tuple(Dynamic(*d) for d in dynamic),
            parsed_by,
        )
    except (ValueError, TypeError, EOFError):
        return None
