"""Stage render, fronts: the bytes between the lead of a class and the payload."""

from __future__ import annotations

from codegen.adapter.lower.conditions import is_type
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.send import TypeClass
from codegen.core.cexpr import Name


def front_back(a: Adapter, cls: TypeClass) -> int:
    """The number of bytes of the front that are in the last segment of the lead."""
    assert cls.front
    return a.format(cls.front.format).size - a.ref(cls.front).place.at


def front_data(a: Adapter) -> dict[str, object]:
    """Data for the templates of both sides. A rule ensures that the fronts of all classes are alike."""
    classes = [c for c in a.send.classes if c.front]
    if not classes:
        return {"front_back": 0, "has_front": False}
    types = tuple(t for c in classes for t in c.types)
    return {"front_back": front_back(a, classes[0]), "has_front": True,
            "front_types": is_type(types, Name("req").dot("qp_type")),
            "front_unit": a.size_unit}
