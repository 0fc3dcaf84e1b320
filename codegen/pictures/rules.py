"""Links to the rules on which a picture is based."""

from __future__ import annotations

from codegen.core.svg import Svg, width_of
from codegen.pictures.style import LEFT, SMALL


def rules(svg: Svg, ids: tuple[str, ...], y: float) -> float:
    """Draw a line of links. Returns the height of a picture that ends there."""
    y += 12
    svg.text(LEFT, y, "Rules", SMALL, "t mute")
    x = LEFT + width_of("Rules", SMALL, False) + 8
    for rule in ids:
        href = f"../rules/#{rule.lower()}"
        svg.begin(href)
        svg.text(x, y, rule, SMALL, "m accent")
        svg.end(href)
        x += width_of(rule, SMALL) + 8
    return y + 6
