"""The command ``new``: the files with which a new adapter begins (spec, provider, emulated driver). Checks and
compilers accept all of them."""

from __future__ import annotations

import re
from pathlib import Path

from codegen.adapter.build import SPEC_DIR, described
from codegen.adapter.check.identity import name_problem
from codegen.core.diag import Diagnostics, SpecError
from codegen.core.load import load
from codegen.core.render import render
from codegen.core.write import ROOT, Output, write

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
LAST_ID = 27  # larger ids are for imaginary adapters
# Keys that identify the devices of an adapter, and so are not copied to a new one.
_DEVICES = ("pci-vendor", "pci-devices", "modalias", "by-command")


def _refuse(what: str, expected: str) -> SpecError:
    return SpecError(f"new: {what}; expected {expected}")


def _base(like: str) -> dict[str, object]:
    """What the spec of an adapter that is `like` this one has to contain."""
    names = [a.name for a in described()]
    if like not in names:
        raise _refuse(f"--like {like}: no such adapter", f"one of {', '.join(names)}")
    diag = Diagnostics()
    doc = load(SPEC_DIR / f"{like}.yaml", diag, f"spec/adapters/{like}.yaml")
    diag.stop_if_errors()
    if "like" in doc:
        raise _refuse(f"--like {like}: it is itself like {doc['like'].text}", f"--like {doc['like'].text}")
    return {"like": like, "draft": "status" in doc, "device": "device" in doc,
            "gone": [key for key in _DEVICES if key in doc["identity"]]}


def skeleton(name: str, like: str = "") -> list[Output]:
    """The three files. Raises SpecError when the name is taken or not allowed."""
    if not _NAME.fullmatch(name):
        raise _refuse(f"'{name}' is not a valid name", "a lower-case C name of at most 40 characters")
    taken = {a.name: a.id for a in described()}
    if name in taken:
        raise _refuse(f"there is an adapter '{name}'", "another name")
    problem = name_problem(name, list(taken))
    if problem:
        raise _refuse(problem, "another name")
    number = max(taken.values(), default=0) + 1
    if number > LAST_ID:
        raise _refuse("every id was given to an adapter",
                      f"a larger x-most of id in spec/schema/adapter.yaml than {LAST_ID}")
    data: dict[str, object] = {"name": name, "upper": name.upper(), "id": number}
    spec = render("adapter/new/like.yaml.j2", **data,
                  **_base(like)) if like else render("adapter/new/spec.yaml.j2", **data)
    return [Output(f"spec/adapters/{name}.yaml", spec),
            Output(f"providers/{name}/{name}.c", render("adapter/new/provider.c.j2", **data)),
            Output(f"emulator/adapters/{name}.c", render("adapter/new/driver.c.j2", **data))]


def begin(name: str, like: str, root: Path = ROOT) -> list[str]:
    """Write the files; returns their paths. Files that exist are not touched."""
    files = skeleton(name, like)
    for out in files:
        if (root / out.path).exists():
            raise _refuse(f"{out.path} exists already", "another name, or that the file is removed first")
    return write(files, root)
