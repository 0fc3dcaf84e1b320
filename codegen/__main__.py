"""Command line of the generator: ``python3 -m codegen gen | check | new | man | pictures | explain | decode |
report``."""

from __future__ import annotations

import argparse
import gc
import sys
from pathlib import Path

from codegen.core.diag import SpecError
from codegen.core.write import ROOT, Output, drifted, orphans, write


def all_outputs() -> list[Output]:
    """Every generated file of the repository, from the specs of all languages."""
    from codegen.abi.build import outputs as abi_outputs
    from codegen.adapter.build import outputs as adapter_outputs
    from codegen.adapter.report import page
    from codegen.api.build import outputs as api_outputs
    from codegen.layout import layout_header
    from codegen.mad.build import outputs as mad_outputs
    from codegen.rules_page import rules_page, words_page

    outputs = [*api_outputs(), *abi_outputs(), *adapter_outputs(), *mad_outputs(), page(), rules_page(), words_page()]
    return [*outputs, layout_header(outputs)]


def cmd_gen(_: argparse.Namespace) -> int:
    outputs = all_outputs()
    for path in write(outputs):
        print(f"wrote {path}")
    for orphan in orphans(outputs):
        (ROOT / orphan).unlink()
        print(f"removed {orphan}")
    return 0


def cmd_check(_: argparse.Namespace) -> int:
    outputs = all_outputs()
    stale, left = drifted(outputs), orphans(outputs)
    for path in stale:
        print(f"{path}: is not what spec/ says; run: python3 -m codegen gen", file=sys.stderr)
    for path in left:
        print(f"{path}: nothing in spec/ makes it; run: python3 -m codegen gen", file=sys.stderr)
    return 1 if stale or left else 0


def cmd_new(args: argparse.Namespace) -> int:
    from codegen.adapter.build import described
    from codegen.adapter.new import begin

    for path in begin(args.name, args.like):
        print(f"wrote {path}")
    described.cache_clear()
    cmd_gen(args)
    print("The rungs from here to an adapter that works are in CONTRIBUTING.md, \"An adapter\".")
    return 0


def cmd_man(args: argparse.Namespace) -> int:
    from codegen.api.build import SPEC_DIR, read
    from codegen.api.render.api import manual

    folder, pages = Path(args.folder), manual(read(sorted(SPEC_DIR.glob("*.yaml"))))
    write(pages, folder)
    kept = {folder / page.path for page in pages}
    for stale in (path for path in folder.glob("man?/*") if path not in kept):
        stale.unlink()
    print(f"{len(pages)} manual pages in {folder}")
    return 0


def cmd_pictures(args: argparse.Namespace) -> int:
    from codegen.pictures.build import outputs

    folder, files = Path(args.folder), outputs()
    try:
        write(files, folder)
    except OSError as exc:
        raise SpecError(f"{exc.filename}: {exc.strerror}; expected a directory that can be written") from None
    kept = {folder / file.path for file in files}
    for own in {path.parent for path in kept} - {folder}:
        for stale in (path for path in own.glob("*.svg") if path not in kept):
            stale.unlink()
    print(f"{len(files) - 1} pictures in {folder}")
    return 0


def cmd_explain(args: argparse.Namespace) -> int:
    from codegen.adapter.explain import explain

    print(explain(args.what))
    return 0


def cmd_decode(args: argparse.Namespace) -> int:
    from codegen.adapter.explain import decode

    print(decode(args.adapter, args.format, args.hex))
    return 0


def cmd_report(_: argparse.Namespace) -> int:
    from codegen.adapter.report import report

    print(report())
    return 0


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="codegen", description=__doc__)
    sub = top.add_subparsers(required=True, metavar="command")
    sub.add_parser("gen", help="write every generated file that changed").set_defaults(run=cmd_gen)
    sub.add_parser("check", help="fail when a generated file is not what spec/ says").set_defaults(run=cmd_check)
    new = sub.add_parser("new", help="begin an adapter: a spec, a provider and an emulated driver that build, as a draft")
    new.add_argument("name")
    new.add_argument("--like", default="", metavar="ADAPTER", help="a spec of what differs from this adapter")
    new.set_defaults(run=cmd_new)
    man = sub.add_parser("man", help="write the manual pages into a folder")
    man.add_argument("folder")
    man.set_defaults(run=cmd_man)
    pictures = sub.add_parser("pictures", help="write pictures of every adapter, and index.json, into a folder")
    pictures.add_argument("folder")
    pictures.set_defaults(run=cmd_pictures)
    explain = sub.add_parser("explain",
                             help="what a field is: word, mask, source, users; where a format or a part of a spec is written")
    explain.add_argument("what", metavar="adapter.format.field|adapter.part")
    explain.set_defaults(run=cmd_explain)
    decode = sub.add_parser("decode", help="name the fields of captured bytes")
    decode.add_argument("adapter")
    decode.add_argument("format")
    decode.add_argument("hex")
    decode.set_defaults(run=cmd_decode)
    sub.add_parser("report", help="lines of spec, generated and hand-written code per adapter").set_defaults(run=cmd_report)
    return top


def main() -> int:
    gc.disable()  # no garbage collection: almost all objects live until the end of the run
    args = parser().parse_args()
    try:
        return int(args.run(args))
    except SpecError as exc:
        print(exc, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
