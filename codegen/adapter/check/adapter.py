"""Stage check: named rules, each with a spec in codegen/tests that breaks it."""

from __future__ import annotations

from codegen.adapter.check import places
from codegen.adapter.check.address import check_address, check_registers
from codegen.adapter.check.checker import SpecChecker
from codegen.adapter.check.complete import check_complete
from codegen.adapter.check.device import check_device, check_emulated
from codegen.adapter.check.formats import check_formats
from codegen.adapter.check.front import check_front
from codegen.adapter.check.hot import check_hot
from codegen.adapter.check.identity import check_identity
from codegen.adapter.check.memory import check_memory
from codegen.adapter.check.recv import check_recv
from codegen.adapter.check.ring import check_ring
from codegen.adapter.check.send import check_printed, check_send
from codegen.adapter.check.units import check_units
from codegen.adapter.check.use import check_use
from codegen.adapter.check.values import check_values
from codegen.adapter.model.adapter import Adapter
from codegen.core.diag import Diagnostics


def _arm(k: SpecChecker) -> None:
    for step in k.a.arm:
        k.step("arm", step, places.ARM)
    if k.a.arms_by_command:
        return
    have = {f.source for s in k.a.arm if s.format in k.formats for f in k.formats[s.format].fields}
    if "cq.arm_solicited" not in have and not k.a.arm_refuses:
        k.error(k.a.where["arm"], "arm", "no field says that only solicited completions count [A315]",
                "a field that takes cq.arm_solicited, or refuse: {solicited: ...}")


def check(a: Adapter, diag: Diagnostics) -> None:
    """Check one spec against all rules. Later rules rely on the earlier ones."""
    checker = SpecChecker(a, diag)
    check_formats(checker)
    check_identity(a, diag)
    check_device(a, diag)
    diag.stop_if_errors()
    check_values(checker)
    check_send(checker)
    check_units(checker)
    check_front(checker)
    check_recv(checker)
    _arm(checker)
    check_memory(checker)
    check_complete(checker)
    check_ring(checker)
    check_use(checker)
    check_address(checker)
    check_registers(checker)
    check_emulated(checker)
    diag.stop_if_errors()
    check_printed(checker)
    diag.stop_if_errors()
    check_hot(checker)
