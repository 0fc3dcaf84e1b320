"""A picture: a file, and its entry in the index."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.core.svg import Svg
from codegen.pictures.style import STYLE, WIDTH


@dataclass(frozen=True)
class Picture:
    file: str  # path in the folder of its adapter
    kind: str  # format | wqe | cqe | ring | flow
    name: str
    title: str
    alt: str
    svg: str

    def row(self) -> dict[str, str]:
        return {"file": self.file, "kind": self.kind, "name": self.name, "title": self.title, "alt": self.alt}


def canvas(title: str, alt: str) -> Svg:
    return Svg(WIDTH, title, alt, STYLE)


def picture(kind: str, name: str, svg: Svg, height: float) -> Picture:
    file = f"{kind}.svg" if kind == name else f"{kind}-{name}.svg"
    return Picture(file, kind, name, svg.title, svg.description, svg.finished(height))
