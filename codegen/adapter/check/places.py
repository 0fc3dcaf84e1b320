"""Stage check: where formats are stored, and which variables the code there has."""

from __future__ import annotations

from dataclasses import dataclass

from codegen.adapter.model.adapter import Adapter
from codegen.adapter.sources import RECEIVE, SOURCES, expression

_VARIABLES = frozenset(("sq", "rq", "srq", "cq", "req", "wr", "index", "bytes", "length", "tag", "code", "behind",
                        "sge", "n",
                        "count", "sges", "head",
                        "next", "sequence", "arm", "solicited"))


@dataclass(frozen=True)
class Place:
    """A place where a format is stored: the prefixes of the sources that are possible there, and the variables of the
    function."""

    words: tuple[str, ...]
    variables: frozenset[str]
    spoken: str
    of: str = ""  # the op whose sources apply, where ops differ

    def begins(self, source: str) -> bool:
        return source.split(".")[0] in self.words or source in self.words

    def knows(self, source: str) -> bool:
        return not (variables(source, self.of) - self.variables)


def variables(source: str, of: str = "") -> set[str]:
    """Variables that the C of a source uses."""
    return set(expression(source, of).names & _VARIABLES) if source in SOURCES else set()


def _place(words: tuple[str, ...], variables: str, spoken: str, of: str = "") -> Place:
    return Place(words, frozenset(variables.split()), spoken, of)


SEND = ("sq", "qp", "op", "wqe", "wr", "ah", "payload", "front")
HEAD = _place(SEND, "sq req wr index bytes length tag code behind", "the head of a WQE")
SEGMENT = _place(SEND, "sq req wr index length", "a segment of a WQE")
SGE_SEGMENT = _place((*SEND, "sge"), "sq req wr index length sge", "a segment of a WQE")
TAIL = _place(("sq", "qp", "op", "wr", "payload"), "sq req wr length", "the tail of a WQE")
INLINE, RUN = _place(SEND, "req length", "the header of what is inline"), _place(SEND, "length",
    "the header of a run of what is inline")
MARK = _place(("sq",), "sq req index", "a mark")
SEND_DOORBELL, COPY_DOORBELL = _place(("sq.posted", "qp"), "sq", "the doorbell"), _place(("sq.unit", "qp"), "sq index",
    "the doorbell")
RECV_HEAD = _place(("wr.id", "payload.bytes", "payload.sges"), "wr sges length", "the head of a receive", RECEIVE)
RECV_HEAD_BETWEEN = _place(("rq", "payload"), "rq wr behind", "the head of a receive")
SHARED_HEAD_BETWEEN = _place(("rq.generation", "wr.id", "payload.behind"), "rq wr behind", "the head of a receive")
RECV_IN_SEND_HEAD = _place(("sq", "qp", "wr.id"), "sq wr index", "the head of a receive in the send ring")
RECV_BODY = _place(("payload",), "sges", "a segment of a receive", RECEIVE)
RECV_DOORBELL = _place(("rq",), "rq head", "the doorbell")
SHARED_DOORBELL, SHARED_RINGS_DOORBELL = _place(("rq",), "srq head",
                                                "the doorbell"), _place(("srq",), "srq head", "the doorbell")
SHARED_SLOT = _place(("srq.next",), "next", "the head of a slot")
SHARED_SGE = _place(("sge", "sq"), "wr sge n", "an SGE")
CONSUMED, CONSUMED_REGISTER = _place(("cq",), "cq index",
                                     "the index"), _place(("cq",), "cq index sequence arm", "the index")
ARM = _place(("cq",), "cq index sequence arm solicited", "the request for an event")


def send_sge(a: Adapter) -> Place:
    """The place of an SGE of a send. With `fill`, units are counted, so that the index of the WQE is known as well."""
    return _place(("sge", "sq"), "req sge n sq index" if a.send.gather.fill else "req sge n", "an SGE")


def recv_sge(a: Adapter) -> Place:
    if a.recv.ring.entry == "unit-per-sge":
        return _place(("sge", "rq"), "rq wr tag sge n count", "an SGE")
    return _place(("sge", "rq"), "rq wr sge n" if a.recv.head_at else "wr sge n", "an SGE")


def inline_header(a: Adapter) -> Place:
    return RUN if a.send.inline.chunk else INLINE
