"""Stage lower, hot path: the bytes of a WQE, and the cheapest stores that write them."""

from __future__ import annotations

from dataclasses import dataclass, field

from codegen.adapter.verbs import send_flags
from codegen.core.cexpr import Binary, Call, Cast, Expr, Name, cast

# Flags that affect the WQEs of the hot path, by their sources.
FLAGS = {"wr.signaled": "SIGNALED", "wr.solicited": "SOLICITED"}
HOT_FLAGS = {*FLAGS.values(), "INLINE"}
# Length and key of an SGE, which are also adjacent in struct ibv_sge.
LENGTH, LKEY = Name("length"), Name("sge").to("lkey")


def flag_value(source: str) -> int:
    return send_flags()[FLAGS[source]]


def every_flag() -> int:
    """The rows of a table by flags: one for each combination of the flags that matter, including IBV_SEND_INLINE."""
    return 1 << max(send_flags()[name] for name in HOT_FLAGS).bit_length()


@dataclass(frozen=True)
class Store:
    """One store, in memory byte order."""

    at: int
    size: int
    const: int
    lanes: tuple[Expr, ...]  # C of values that the queue may keep, evaluated when it gets credit
    table: tuple[int, ...]  # values by flags; empty: no flag matters
    signals: bool  # the table's row also depends on sq_sig_all of the queue
    exprs: tuple[Expr, ...]
    pair: str = ""  # for a store of only length and key of the SGE: their order, and the byte order


@dataclass(frozen=True)
class Copy:
    """Bytes that are copied as they are: their offset in the WQE, their number, and C of their address."""

    at: int
    size: int
    expr: Expr


@dataclass
class Image:
    """The contents of a WQE, from which its stores are derived."""

    size: int
    words: list[tuple[int, int]] = field(default_factory=list)  # offset and size of each store of the full path
    published: list[tuple[int, int]] = field(default_factory=list)
    const: bytearray = field(default_factory=bytearray)
    by_flags: list[bytearray] = field(default_factory=list)
    signals: list[tuple[int, int]] = field(default_factory=list)  # words that sq_sig_all changes
    # offset and size of the word, C of the word in memory byte order
    lanes: list[tuple[int, int, Expr]] = field(default_factory=list)
    # the same, and whether bytes have to be swapped
    exprs: list[tuple[int, int, Expr, bool]] = field(default_factory=list)
    lasts: set[int] = field(default_factory=set)  # words that are stored last in their segment
    apart: bool = False  # these are stored separately, because the adapter fetches the WQE in chunks
    copies: list[Copy] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.const = bytearray(self.size)
        self.by_flags = [bytearray(self.size) for _ in range(every_flag())]


def stores_of(image: Image) -> tuple[tuple[Store, ...], tuple[Store, ...]]:
    stores = [store_at(image, at, size) for at, size in _fewest(image, sorted(image.words))]
    stores.sort(key=lambda s: s.at in image.lasts)
    return tuple(stores), tuple(store_at(image, at, size) for at, size in image.published)


def _within(image: Image, at: int, size: int) -> list[tuple[int, Expr, bool]]:
    """C of the bits of a store that come from the work request."""
    return [(where, text, swaps) for where, _, text, swaps in image.exprs if at <= where < at + size]


def _pair(image: Image, at: int, size: int) -> str:
    """For a store of only length and key: these are also adjacent in struct ibv_sge, so that both can be loaded as one
    number."""
    exprs = _within(image, at, size)
    found = {where: text for where, text, _ in exprs
             if isinstance(text, Call) and text.function[-2:] == "32" and text.arguments[0] in (LENGTH, LKEY)}
    low, high = found.get(at), found.get(at + 4)
    if size != 8 or len(exprs) != 2 or not low or not high:
        return ""
    more = (any(any(data[at:at + size]) for data in (image.const, *image.by_flags))
            or any(at <= where < at + size for where, _, _ in image.lanes))
    if more or low.function != high.function or low.arguments == high.arguments:
        return ""
    order = "length_key" if low.arguments == (LENGTH,) else "key_length"
    return f"{order}_be" if low.function == "INVERBS_BE32" else order if order == "length_key" else ""


def _fewest(image: Image, words: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The cheapest stores of 1, 2, 4 or 8 bytes. No store splits a word, or needs byte swaps of two separate values."""
    # by number of words stored: cost, number of unaligned stores, stores
    best: list[tuple[int, int, list[tuple[int, int]]]] = [(0, 0, [])]
    for end in range(1, len(words) + 1):
        choices = []
        for start in range(end):
            run = words[start:end]
            at, size = run[0][0], run[-1][0] + run[-1][1] - run[0][0]
            if len(run) == 1 or _joined(image, run, at, size):
                cost, unaligned, stores = best[start]
                choices.append((cost + _cost_of(image, at, size), unaligned + bool(at % size), [*stores, (at, size)]))
        best.append(min(choices, key=lambda choice: choice[:2]))
    return best[-1][2]


def _joined(image: Image, run: list[tuple[int, int]], at: int, size: int) -> bool:
    """True if one store can write several words."""
    if size not in (1, 2, 4, 8) or any(a + n != b for (a, n), (b, _) in zip(run, run[1:])):
        return False
    if image.apart and any(word in image.lasts for word, _ in run):
        return False
    return sum(swaps for _, _, swaps in _within(image, at, size)) < 2 or bool(_pair(image, at, size))


def _cost_of(image: Image, at: int, size: int) -> int:
    """Cost of a store: the store, an `or` for each further term, shifts, and constants that need a register."""
    s, exprs = store_at(image, at, size), _within(image, at, size)
    if s.pair:
        return 1 if s.pair == "key_length_be" else 2
    wide = s.const >= 1 << 31 and not s.lanes
    beside = bool(s.const and not s.lanes) + bool(s.lanes) + bool(s.table) + len(exprs)
    loaded = not exprs and bool(s.lanes or s.table)
    return 1 + max(beside - 1, 0) + loaded + wide + sum(1 for where, _, swaps in exprs if swaps and where > at)


def _is_wide(expr: Expr) -> bool:
    """True for an expression of 64 bits."""
    if isinstance(expr, Binary):
        return _is_wide(expr.left)
    if isinstance(expr, Cast):
        return expr.ctype == "uint64_t"
    return isinstance(expr, Call) and expr.function.endswith("64")


def store_at(image: Image, at: int, size: int) -> Store:
    def number(data: bytearray) -> int:
        return int.from_bytes(data[at:at + size], "little")

    def moved(where: int, expr: Expr) -> Expr:
        shift = 8 * (where - at)
        if size == 8 and isinstance(expr, Call) and expr.function == "INVERBS_BE32" and shift in (0, 32):
            return Call("INVERBS_BE64" if shift else "inverbs_wide_be32", expr.arguments)
        return (expr if _is_wide(expr) else cast("uint64_t", expr)) << shift if shift else expr

    table = tuple(number(data) for data in image.by_flags)
    return Store(at, size, number(image.const), tuple(moved(w, t) for w, n, t in image.lanes if at <= w < at + size),
                 table if any(table) else (), any(at <= w < at + size for w, _ in image.signals),
                 tuple(moved(w, t) for w, t, _ in _within(image, at, size)), _pair(image, at, size))
