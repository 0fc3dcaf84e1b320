#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
"""Print the line coverage of each folder, from the summary that llvm-cov exports.

Usage: folders.py SUMMARY.json FOLDER [LEAST]

Prints the number of lines, and of covered lines, of every folder below FOLDER. Fails if less than LEAST percent of all
lines are covered.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path


def main() -> int:
    summary, below = Path(sys.argv[1]), Path(sys.argv[2]).resolve()
    least = float(sys.argv[3]) if len(sys.argv) > 3 else 0
    count: dict[str, int] = defaultdict(int)
    covered: dict[str, int] = defaultdict(int)
    for file in json.loads(summary.read_text())["data"][0]["files"]:
        path = Path(file["filename"]).resolve()
        if below not in path.parents:
            continue
        lines = file["summary"]["lines"]
        for folder in (str(path.parent.relative_to(below.parent)), "all"):
            count[folder] += lines["count"]
            covered[folder] += lines["covered"]
    for folder in sorted(count, key=lambda name: (name == "all", name)):
        print(f"{folder:28} {covered[folder]:6} of {count[folder]:6} lines  {100 * covered[folder] / count[folder]:5.1f} %")
    if 100 * covered["all"] < least * count["all"]:
        print(f"expected at least {least:g} % of all lines")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
