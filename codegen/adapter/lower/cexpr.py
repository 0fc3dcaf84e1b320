"""C text of the lowered form. No other module makes it."""

from __future__ import annotations

from codegen.adapter.lower.form import Bytes, Term, Word


def number(value: int, width: int = 32) -> str:
    if value < 10:
        return str(value)
    return f"0x{value:x}{'ULL' if width == 64 else 'U'}"


def constant(adapter: str, name: str) -> str:
    """A constant of a spec as its macro."""
    return f"{adapter}_{name}".upper()


def placed(expr: str, bits: int, place_bits: int, shift: int, width: int, fits: bool) -> str:
    """A value of so many bits at its place in a word."""
    if bits == 1 and (shift or " " in expr or expr[0] == "!"):
        return f"{primary(expr)} ? {number(1 << shift, width)} : 0"
    if bits > place_bits and shift + place_bits < width and not fits:
        expr = f"{primary(expr)} & {number((1 << place_bits) - 1, width)}"
    if not shift:
        return expr
    # what is narrower than int would be shifted as a signed number
    cast = "(uint64_t)" if width == 64 else "(uint32_t)" if bits <= 16 and width > 16 else ""
    return f"{cast}{primary(expr)} << {shift}"


def chosen(condition: str, yes: int, no: int, shift: int, width: int) -> str:
    return f"{primary(condition)} ? {number(yes << shift, width)} : {number(no << shift, width)}"


def primary(expr: str) -> str:
    """The expression in parentheses where an operator could follow."""
    return f"({expr})" if " " in expr and not _closed(expr) else expr


def negated(condition: str) -> str:
    """The opposite of a condition, which may be one that is negated already."""
    inner = condition[1:]
    if condition.startswith("!") and (" " not in inner or _closed(inner)):
        return inner[1:-1] if inner.startswith("(") else inner
    return f"!{primary(condition)}"


def rounded(expr: str, unit: int) -> str:
    """A sum in whole units of a power of two."""
    return f"({expr} + {unit - 1}) & ~{unit - 1}U" if unit > 1 else expr


def _closed(expr: str) -> bool:
    """One pair of parentheses around all of it, a function's or its own."""
    start = expr.find("(")
    if start < 0 or not expr.endswith(")") or " " in expr[:start]:
        return False
    depth = 0
    for i, c in enumerate(expr[start:], start):
        depth += (c == "(") - (c == ")")
        if depth == 0:
            return i == len(expr) - 1
    return False


def value(word: Word) -> str:
    """What is stored, in the order of memory."""
    plain = [t.expr for t in word.terms if not t.raw]
    plain = [e for e in plain if e != "0"] or plain[:1]
    raw = [t.expr for t in word.terms if t.raw]
    if not plain and not raw:
        return "0"
    text = " | ".join(primary(e) for e in plain) if len(plain) > 1 else "".join(plain)
    if plain and word.width > 8 and text != "0":
        text = f"INVERBS_{word.order}{word.width}({text})"
    text = " | ".join(primary(e) for e in ([text] if plain else []) + raw) if raw and (plain or len(raw) > 1) else text or raw[0]
    return f"(uint{word.width}_t){primary(text)}" if word.width < 32 and not text.isdigit() else text


def address(base: str, at: int) -> str:
    return f"{base} + {at}" if at else base


def store(word: Word, base: str = "at") -> str:
    return f"inverbs_put{word.width}({address(base, word.at)}, {value(word)});"


def publish(word: Word, base: str = "at") -> str:
    return f"inverbs_publish{word.width}({address(base, word.at)}, {value(word)});"


def copy(array: Bytes, base: str = "at") -> str:
    return f"inverbs_put_bytes({address(base, array.at)}, {array.expr}, {array.length});"


# reading, on the device's side ------------------------------------------------------------------------------------


def load(word: Word, base: str = "at") -> str:
    """The word in the order of the processor."""
    text = f"inverbs_get{word.width}({address(base, word.at)})"
    return f"INVERBS_{word.order}{word.width}({text})" if word.width > 8 else text


def field(term: Term, word: Word, base: str = "at", text: str = "") -> str:
    """A field's bits of the word, whose C is w<byte> unless told; raw: as they lie in memory."""
    if term.raw:
        return f"inverbs_get{word.width}({address(base, word.at)})"
    text = text or f"w{word.at}"
    if term.shift:
        text = f"({text} >> {term.shift})"
    return f"({text} & {number((1 << term.bits) - 1, word.width)})" if term.shift + term.bits < word.width else text


def wrong(word: Word) -> str:
    """C condition: the word has bits that no request sets; empty: any value is possible."""
    tests = []
    if word.fixed:
        whole = word.fixed == (1 << word.width) - 1
        kept = f"w{word.at}" if whole else f"(w{word.at} & {number(word.fixed, word.width)})"
        tests.append(f"{kept} != {number(word.fixed_value, word.width)}" if word.fixed_value else kept)
    for term in word.terms:
        if term.among and len(term.among) < 1 << term.bits:
            tests.append("(" + " && ".join(f"{field(term, word)} != {v}" for v in term.among) + ")")
    return " || ".join(tests)
