"""The closed list of sources for fields of address vectors, with their meaning on both sides.

``expr`` is C over ``to`` (struct inverbs_address, what a program's address handle is made of), with ``{rate_offset}``
of the spec; ``take`` is a statement over ``out`` (struct hw_av, which the emulated adapter fills from it) with ``{v}``
for the field; empty: the emulator ignores the field.
"""

from __future__ import annotations

from dataclasses import dataclass

KINDS = {
    "always": "every address vector",
    "global": "those with a global route",
    "infiniband": "those of InfiniBand ports",
    "ethernet": "those of Ethernet ports",
    "multicast": "those of Ethernet ports whose GID is that of a multicast group",
    "tagged": "those of Ethernet ports that lead through a VLAN",
}


@dataclass(frozen=True)
class AddressWord:
    doc: str
    expr: str
    bits: int  # maximum width; 0: a byte array
    take: str = ""
    bytes: int = 0

    @property
    def size(self) -> str:
        return f"{self.bytes} bytes" if self.bytes else str(self.bits)


def _attr(member: str, bits: int, doc: str) -> AddressWord:
    return AddressWord(doc, f"to->attr->{member}", bits, f"out->attr.{member} = {{v}};")


WORDS: dict[str, AddressWord] = {
    "port": _attr("port_num", 8, "port number"),
    "pdn": AddressWord("number of the protection domain", "to->pdn", 24, "out->pdn = {v};"),
    "is_global": _attr("is_global", 1, "1 if packets carry a global routing header"),
    "rate": AddressWord("the static rate: enum ibv_rate plus rate-offset; 0: no limit",
                        "to->attr->static_rate ? to->attr->static_rate + {rate_offset} : 0", 8),
    "path_bits": _attr("src_path_bits", 7, "low bits of the source LID"),
    "dlid": _attr("dlid", 16, "destination LID"),
    "sl": _attr("sl", 4, "service level"),
    "priority": AddressWord("the service level as a priority of Ethernet", "to->attr->sl", 3, "out->attr.sl = {v};"),
    "sgid_index": _attr("grh.sgid_index", 8, "index of the source GID"),
    "hop_limit": _attr("grh.hop_limit", 8, "hop limit"),
    "traffic_class": _attr("grh.traffic_class", 8, "traffic class"),
    "flow_label": _attr("grh.flow_label", 20, "flow label"),
    "dgid": AddressWord("destination GID", "to->attr->grh.dgid.raw", 0, "memcpy(out->attr.grh.dgid.raw, {v}, 16);", 16),
}
