"""The look of pictures: sizes, the kinds of field contents, and the style sheet."""

from __future__ import annotations

from enum import Enum

WIDTH = 360.0  # width of every picture: that of a phone, so that text is not scaled there
LEFT = 36.0  # left edge of the first bit; byte offsets are to the left of it
BIT = 10.0
RIGHT = LEFT + 32 * BIT
ROW = 24.0  # height of 32 bits
NAME, SMALL, WORD = 10.5, 9.0, 8.0  # font sizes


class Kind(Enum):
    """What a field contains, or who fills it."""

    REQUEST = "wr"
    QUEUE = "queue"
    SGE = "sge"
    CONSTANT = "const"
    ADDRESS = "ah"
    ADAPTER = "dev"
    SOFTWARE = "soft"
    OWNER = "own"
    ZERO = "zero"
    RESERVED = "res"


LEGEND = {
    Kind.REQUEST: "work request", Kind.QUEUE: "queue state", Kind.SGE: "SGE", Kind.CONSTANT: "opcode, size, constant",
    Kind.ADDRESS: "address handle", Kind.ADAPTER: "written by the adapter", Kind.SOFTWARE: "0, or not written by posts",
    Kind.OWNER: "ownership", Kind.ZERO: "zero", Kind.RESERVED: "reserved",
}

_LIGHT = {"ink": "#1f2328", "mute": "#656d76", "edge": "#57606a", "wr": "#cfe3ff", "queue": "#cdeed0", "sge": "#ffe0bd",
          "const": "#e4dbfa", "ah": "#c2ecec", "dev": "#fbd6e0", "soft": "#ece5d8", "own": "#ffd84d", "zero": "#fafbfc",
          "res": "#e7eaee", "bar": "#dde3ea", "accent": "#b35900", "paper": "#ffffff"}
_DARK = {"ink": "#e6edf3", "mute": "#9aa4b0", "edge": "#8b949e", "wr": "#1d4473", "queue": "#1f5530", "sge": "#70450f",
         "const": "#4a3a78", "ah": "#14595a", "dev": "#732c46", "soft": "#4f4737", "own": "#8a6900", "zero": "#161b22",
         "res": "#2b3139", "bar": "#36404c", "accent": "#ffb366", "paper": "#0d1117"}


def _colours(values: dict[str, str]) -> str:
    return "".join(f"--{name}:{value};" for name, value in values.items())


# All rules apply only to pictures, because a page can contain many of them. Colours follow the reader's preference, or
# the theme that a surrounding page sets as data-theme.
STYLE = "".join([
    f"svg.pic{{max-width:34rem;height:auto}}svg.pic,[data-theme=light] svg.pic{{{_colours(_LIGHT)}}}",
    f"@media (prefers-color-scheme:dark){{svg.pic{{{_colours(_DARK)}}}}}[data-theme=dark] svg.pic{{{_colours(_DARK)}}}",
    ".pic text{fill:var(--ink)}",
    ".pic .m{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace}",
    ".pic .t{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif}",
    ".pic .b{font-weight:600}.pic .mute{fill:var(--mute)}.pic .accent{fill:var(--accent)}",
    ".pic rect{stroke:var(--edge);stroke-width:.7}.pic .line{stroke:var(--edge);stroke-width:.7;fill:none}",
    ".pic .faint{opacity:.45}",
    ".pic .head{fill:var(--edge);stroke:none}.pic .flat{stroke:none}",
    ".pic .bar{fill:var(--bar)}.pic .frame{fill:none}.pic .last{fill:none;stroke:var(--accent);stroke-width:2.2}",
    ".pic .paper{fill:var(--paper)}.pic .maybe{stroke-dasharray:3 2}",
    *(f".pic .{kind.value}{{fill:{_LIGHT[kind.value]};fill:var(--{kind.value})}}" for kind in Kind),
    ".pic a{cursor:pointer}.pic a:hover rect{stroke-width:1.8}.pic a:hover text{text-decoration:underline}",
])
