"""Stage render, fronts: what stands between a class's lead and the payload."""

from __future__ import annotations

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.send import TypeClass
from codegen.adapter.render.unit import type_condition


def front_back(a: Adapter, cls: TypeClass) -> int:
    """Bytes of the front that stand in the last segment of the lead itself."""
    assert cls.front
    return a.format(cls.front.format).size - a.ref(cls.front).place.at


def front_data(a: Adapter) -> dict[str, object]:
    """What templates of both sides need; a rule holds the fronts of all classes alike."""
    classes = [c for c in a.send.classes if c.front]
    if not classes:
        return {"front_back": 0, "front_types": ""}
    types = tuple(t for c in classes for t in c.types)
    return {"front_back": front_back(a, classes[0]), "front_types": type_condition(types), "front_unit": a.size_unit}
