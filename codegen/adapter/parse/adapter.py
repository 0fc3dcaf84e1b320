"""Stage parse: turns a validated spec into typed objects. The rules are checked afterwards."""

from __future__ import annotations

from codegen.adapter.model.adapter import Adapter, QueueHead
from codegen.adapter.parse.address import parse_address, parse_registers
from codegen.adapter.parse.complete import parse_complete
from codegen.adapter.parse.device import parse_device
from codegen.adapter.parse.identity import parse_identity
from codegen.adapter.parse.queues import parse_part, parse_steps
from codegen.adapter.parse.recv import parse_recv
from codegen.adapter.parse.refs import parse_ref
from codegen.adapter.parse.send import parse_send
from codegen.core.diag import Src
from codegen.core.load import Node
from codegen.formats.parse import parse_constants, parse_enums, parse_formats


def _queue_head(node: Node) -> QueueHead:
    shape = node["shape"]
    return QueueHead(parse_part(shape), parse_ref(shape["shift"]), parse_ref(shape["mask"]),
                     parse_part(node["producer"]),
                     parse_part(node["consumer"]),
                     node["bytes"].number)


def _where(doc: Node) -> dict[str, Src]:
    """Source position of every part that generated code and messages cite."""
    lines = {key: doc[key].src for key in ("adapter", "id", "arm")}
    for section in ("identity", "registers", "address", "send", "recv", "complete", "queue-head"):
        if section not in doc:
            continue
        lines[section] = doc[section].src
        for key, node in doc[section].items():
            lines[f"{section}.{key}"] = node.src
            if isinstance(node.value, dict):
                lines.update({f"{section}.{key}.{k}": v.src for k, v in node.items()})
    return lines


def parse(doc: Node) -> Adapter:
    """Parse a spec that conforms to the grammar."""
    arm, head, send = doc["arm"], doc.get("queue-head"), parse_send(doc["send"])
    steps = arm["steps"] if isinstance(arm.value, dict) else None if isinstance(arm.value, str) else arm
    refuses = tuple((k, v.text) for k, v in arm["refuse"].items()) if isinstance(arm.value, dict) and "refuse" in arm else ()
    return Adapter(
        src=doc.src, name=doc["adapter"].text, id=doc["id"].number, doc=doc["doc"].text, truth=doc.text_of("truth"),
        identity=parse_identity(doc["identity"]), constants=parse_constants(doc), enums=parse_enums(doc),
        formats=parse_formats(doc, "formats", doc["byte-order"].text),
        command_data=parse_formats(doc, "command-data", "little"),
        where=_where(doc), hooks=doc.texts_of("hooks"), draft=doc.text_of("status") == "draft",
        registers=parse_registers(doc.get("registers")), address=parse_address(doc.get("address")),
        device=parse_device(doc.get("device")), queue_head=_queue_head(head) if head else None, send=send,
        recv=parse_recv(doc["recv"], send.ring), complete=parse_complete(doc["complete"]),
        arm=parse_steps(steps) if steps else (), arm_refuses=refuses)
