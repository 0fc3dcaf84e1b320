"""C types as the specs spell them: ``const struct ibv_sge *``, ``uint8_t[6]``, callback ``int (struct ibv_cq *,
int)``."""

from __future__ import annotations

import re
from dataclasses import dataclass

BUILTIN = frozenset({"void", "char", "unsigned short", "int", "unsigned int", "long", "unsigned long"})
TYPE = re.compile(r"^(const )?((?:struct |union |enum |unsigned )?\w+) ?(\**)((?:\[\d+\])*)$")
CALLBACK = re.compile(r"^(.+?) ?\((.*)\)$")


@dataclass(frozen=True)
class CType:
    base: str
    const: bool
    stars: int
    arrays: str

    @property
    def by_value(self) -> bool:
        return self.stars == 0

    def declare(self, name: str) -> str:
        """A declaration of ``name``; an empty name gives the bare type."""
        head = f"{'const ' if self.const else ''}{self.base}"
        if self.stars:
            return f"{head} {'*' * self.stars}{name}{self.arrays}"
        return f"{head} {name}{self.arrays}" if name else f"{head}{self.arrays}"


@dataclass(frozen=True)
class Callback:
    returns: CType
    params: tuple[CType, ...]

    def declare(self, name: str) -> str:
        params = ", ".join(p.declare("") for p in self.params) or "void"
        returns = self.returns.declare("")
        space = "" if returns.endswith("*") else " "
        return f"{returns}{space}(*{name})({params})"


def parse_type(text: str) -> CType | None:
    """Returns None if the text is not a type of the language."""
    match = TYPE.match(text)
    if match is None:
        return None
    const, base, stars, arrays = match.groups()
    return CType(base, bool(const), len(stars), arrays)


def parse_callback(text: str) -> Callback | None:
    match = CALLBACK.match(text)
    if match is None:
        return None
    returns = parse_type(match.group(1).strip())
    inner = match.group(2).strip()
    params = [] if inner in ("", "void") else [parse_type(word.strip()) for word in inner.split(",")]
    if returns is None or any(p is None for p in params):
        return None
    return Callback(returns, tuple(p for p in params if p is not None))
