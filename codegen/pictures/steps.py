"""The steps of doorbells as text, with the barriers that tests require of the machine code."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.lower.barriers import FLUSH, TO_DEVICE, demands
from codegen.adapter.model.adapter import Adapter
from codegen.adapter.model.queues import ImageWhen, Step

_BARRIERS = {TO_DEVICE: "Barrier: earlier stores become visible first.",
             FLUSH: "Barrier that also drains the write-combining buffers."}


@dataclass(frozen=True)
class Said:
    """A step as text."""

    title: str
    text: str
    format: str = ""  # the format that the step stores


def contents(a: Adapter, name: str) -> str:
    """The fields that a step stores, as ``count = sq.posted``."""
    fields = [f"{f.name} = {f.source or hex(f.const or 0)}" for f in a.format(name).fields if f.source or f.const is not None]
    return ", ".join(fields)


def _place(a: Adapter, step: Step) -> str:
    value = next((c.value for c in a.constants if c.name == step.place), 0)
    return f"at byte {value:#x} of its page ({step.place})" if step.place else "of the queue"


def _by_class(when: tuple[tuple[str, tuple[str, ...]], ...]) -> list[str]:
    """The ops, with the classes of queue pairs that have them."""
    classes: dict[tuple[str, ...], list[str]] = {}
    for cls, ops in when:
        classes.setdefault(ops, []).append(cls)
    return [f"{' or '.join(ops)} ({', '.join(found)})" for ops, found in classes.items()]


def _when(when: ImageWhen | None) -> str:
    if when is None:
        return "the only one of its call"
    kinds = [f"has inline payload ({', '.join(when.inline)})"] if when.inline else []
    kinds += [f"is {ops}" for ops in _by_class(when.ops)]
    kinds += [f"is {ops} without SGEs" for ops in _by_class(when.without_sges)]
    return "the only one of its call, and " + ", or ".join(kinds)


def _image(step: Step) -> Said:
    more = f", has more than {step.more_than} bytes" if step.more_than else ""
    halves = " The two halves of the register alternate." if step.alternate else ""
    rest = (f" Otherwise store only the first {step.otherwise} bytes of the last WQE." if step.otherwise
            else " Otherwise continue with the next step; it is skipped after a copy.")
    return Said("BlueFlame", f"Copy the whole WQE, in blocks of {step.block} bytes, to the write-combining register, if it fits"
                f"{more}, is {_when(step.when)}.{rest}{halves}")


def said(a: Adapter, step: Step) -> Said:
    """One step of a doorbell as text."""
    if step.kind == "record":
        word = f"word {step.word} of " if step.word else ""
        return Said("doorbell record", f"Store {word}the doorbell record: {contents(a, step.format)}.", step.format)
    if step.kind == "register":
        return Said("doorbell register", f"Write the register {_place(a, step)}: {contents(a, step.format)}.", step.format)
    if step.kind == "image":
        return _image(step)
    if step.kind == "copy":
        return Said("copy", "On queue pairs with a page for copies, while the adapter is idle or keeps up with the copies: copy"
                    f" each WQE to one of the page's {step.places} units, then write the register {_place(a, step)}: "
                    f"{contents(a, step.format)}.", step.format)
    if step.kind == "index":
        return Said(f"{step.side} index", f"Store the {step.side} index in the queue's header with release order.",
                    a.queue_head.producer.format if a.queue_head else "")
    return Said("system call", "One call makes the kernel read the queue. If it fails, nothing has been posted.")


def barrier(a: Adapter, function: str, step: Step) -> str:
    """The barrier between earlier stores and this step; empty if there is none."""
    size = a.format(step.format).size if step.format else 0
    event = {"record": "publish", "index": "publish", "image": "register8", "copy": "register8"}.get(step.kind, f"register{size}")
    found = [d.barrier for d in demands(a) if d.function == function and d.event == event and d.barrier in _BARRIERS
             and d.after != ("register8",)]  # that barrier is between a copy and its register
    return _BARRIERS[found[0]] if found else ""
