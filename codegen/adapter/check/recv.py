"""Stage check: receives."""

from __future__ import annotations

from codegen.adapter.check import places
from codegen.adapter.check.boundary import check_recv_boundary
from codegen.adapter.check.checker import RECV_REFUSALS, SpecChecker



def check_recv(k: SpecChecker) -> None:
    r = k.a.recv
    check_recv_boundary(k)
    if not r.in_send:
        k.ring("recv.ring", r.ring, False)
    k.refusals("recv.refuse", r.refusals, RECV_REFUSALS)
    k.gather("recv.gather", r.gather, places.recv_sge(k.a))
    k.long_sges("recv.refuse", r.gather, r.refusals)
    k.carried("recv.end", r.gather.format, "sge.lkey", r.end_lkey or 0)
    if r.head and not r.head_at:
        k.need_format(k.at("recv.head"), "recv.head", r.head)
        k.sources("recv.head", r.head, places.RECV_HEAD)
        if r.head in k.formats and not {"wr.id", "payload.sges"} <= {f.source for f in k.formats[r.head].fields}:
            k.error(k.formats[r.head].src, "recv.head", "no field takes wr.id, or none takes payload.sges [A312]",
                    "a field of the head for each")
    for step in r.doorbell:
        k.step("recv.doorbell", step, places.RECV_DOORBELL)
    if r.shared_rings and r.shared_rings.head and not r.head_at:
        k.error(k.at("recv.shared"), "recv.shared.head",
                "there is no recv.head-at, so no head lies between SGEs [A359]",
                "recv.head-at")
    for step in r.shared_rings.doorbell if r.shared_rings else ():
        k.step("recv.shared.doorbell", step, places.SHARED_RINGS_DOORBELL)
        if step.kind != "record":
            k.error(k.at("recv.shared"), "recv.shared.doorbell",
                    "the doorbell of a shared receive queue is not a record [A314]",
                    "a record")
    if r.shared:
        k.refusals("recv.shared.refuse", r.shared.refusals, ("full", "sges"))
        k.gather("recv.shared.gather", r.shared.gather, places.SHARED_SGE)
        k.long_sges("recv.shared.refuse", r.shared.gather, r.shared.refusals)
        k.carried("recv.shared.end", r.shared.gather.format, "sge.lkey", r.shared.end_lkey or 0)
        k.need_ref("recv.shared.link", r.shared.link)
        k.need_format(k.at("recv.shared"), "recv.shared.head", r.shared.head)
        k.sources("recv.shared.head", r.shared.head, places.SHARED_SLOT)
        if r.shared.link.format != r.shared.head:
            k.error(r.shared.link.src, "recv.shared.link", f"'{r.shared.link.format}' is not the head of a slot [A314]",
                    f"a field of {r.shared.head}")
        for step in r.shared.doorbell:
            k.step("recv.shared.doorbell", step, places.SHARED_DOORBELL)
            if step.kind != "record":
                k.error(k.at("recv.shared"), "recv.shared.doorbell",
                        "the doorbell of a shared receive queue is not a record [A314]", "a record")
