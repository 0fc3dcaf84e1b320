"""``pictures DIR``: every adapter with its pictures, and an index of them for the web site."""

from __future__ import annotations

import json
from collections.abc import Iterator

from codegen.adapter.build import described
from codegen.adapter.model.adapter import Adapter
from codegen.core.write import Output
from codegen.pictures.cqe import cqe_pictures
from codegen.pictures.flow import flow_pictures
from codegen.pictures.formats import format_picture
from codegen.pictures.picture import Picture
from codegen.pictures.ring import ring_pictures
from codegen.pictures.wqe import recv_pictures, send_pictures


def pictures(a: Adapter) -> Iterator[Picture]:
    """All pictures of one adapter, in the order of its page."""
    yield from flow_pictures(a)
    yield from ring_pictures(a)
    yield from send_pictures(a)
    yield from recv_pictures(a)
    yield from cqe_pictures(a)
    yield from (format_picture(a, fmt) for fmt in a.formats)


def outputs() -> list[Output]:
    """The files by their path in the folder: pictures, and index.json."""
    every = {a: list(pictures(a)) for a in described()}
    files = [Output(f"{a.name}/{p.file}", p.svg) for a, found in every.items() for p in found]
    index = {"adapters": [{"name": a.name, "title": a.doc, "draft": a.draft, "pictures": [p.row() for p in found]}
                          for a, found in every.items()]}
    return [*files, Output("index.json", json.dumps(index, indent=1) + "\n")]
