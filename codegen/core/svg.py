"""SVG as text: shapes and labels on a canvas of fixed width. The maximum width of each label is known.

It is computed from the widest of the usual fonts, so that labels that do not overlap here do not overlap in any font.
"""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

MONO = 0.61  # width of a character, in font sizes
_SANS = {**dict.fromkeys("iljI'|", 0.3), **dict.fromkeys(".,:; !", 0.36), **dict.fromkeys("tfr()[]-/\"", 0.46),
         **dict.fromkeys("w", 0.84), **dict.fromkeys("mMW@%", 1.0)}
_SANS_CAPITAL, _SANS_OTHER = 0.79, 0.645


def width_of(text: str, size: float, mono: bool = True) -> float:
    """The maximum width of a text in the usual fonts."""
    if mono:
        return len(text) * MONO * size
    return sum(_SANS.get(c, _SANS_CAPITAL if c.isupper() else _SANS_OTHER) for c in text) * size


def wrapped(text: str, size: float, width: float) -> list[str]:
    """The text broken into lines of at most that width."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, False) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _number(value: float) -> str:
    return f"{round(value, 2):g}"


def _attributes(values: dict[str, str | float]) -> str:
    """Attributes as text: ``class_`` becomes class, ``text_anchor`` text-anchor; empty ones are omitted."""
    return "".join(f" {name.rstrip('_').replace('_', '-')}={quoteattr(v if isinstance(v, str) else _number(v))}"
                   for name, v in values.items() if v != "")


class Svg:
    """A picture whose height grows."""

    def __init__(self, width: float, title: str, description: str, style: str) -> None:
        self.width = width
        self.title, self.description, self.style = title, description, style
        self.parts: list[str] = []

    def element(self, tag: str, content: str = "", **attributes: str | float) -> None:
        end = f">{content}</{tag}>" if content else "/>"
        self.parts.append(f"<{tag}{_attributes(attributes)}{end}")

    def begin(self, href: str = "", tip: str = "", class_: str = "") -> None:
        """Open a group, which is a link if ``href`` is given. ``tip`` is shown at the pointer."""
        if href:  # not reachable by keyboard, because the tables on the page have the same links
            self.parts.append(f"<a{_attributes({'href': href, 'tabindex': '-1', 'class_': class_})}>")
        else:
            self.parts.append(f"<g{_attributes({'class_': class_})}>")
        if tip:
            self.element("title", escape(tip))

    def end(self, href: str = "") -> None:
        self.parts.append("</a>" if href else "</g>")

    def rect(self, x: float, y: float, width: float, height: float, class_: str, rx: float | str = "") -> None:
        self.element("rect", x=x, y=y, width=width, height=height, class_=class_, rx=rx)

    def path(self, d: str, class_: str) -> None:
        self.element("path", d=d, class_=class_)

    def line(self, x1: float, y1: float, x2: float, y2: float, class_: str = "line") -> None:
        self.path(f"M{_number(x1)} {_number(y1)}L{_number(x2)} {_number(y2)}", class_)

    def text(self, x: float, y: float, text: str, size: float, class_: str = "m", anchor: str = "") -> None:
        """A label whose baseline is at y; class ``m`` is monospaced, ``t`` prose."""
        self.element("text", escape(text), x=x, y=y, font_size=size, class_=class_, text_anchor=anchor)

    def prose(self, x: float, y: float, text: str, size: float, width: float, class_: str = "t") -> float:
        """Lines of prose, one below the other. Returns the next baseline."""
        for line in wrapped(text, size, width):
            self.text(x, y, line, size, class_)
            y += size * 1.35
        return y

    def finished(self, height: float) -> str:
        head = _attributes({"xmlns": "http://www.w3.org/2000/svg", "class_": "pic", "role": "img", "width": "100%",
                            "viewBox": f"0 0 {_number(self.width)} {_number(height)}"})
        return "\n".join([f"<svg{head}>", f"<title>{escape(self.title)}</title>",
                          f"<desc>{escape(self.description)}</desc>", f"<style>{escape(self.style)}</style>",
                          *self.parts, "</svg>"]) + "\n"
