# SPDX-License-Identifier: BSD-2-Clause
"""Run the workflows of contrib/ci step by step, each in its own directory, as GitHub and GitLab do.

Usage: workflow.py ROOT PREFIX

They run with tests that pass and with tests that fail; after a failure, the artifacts must name the cause. PREFIX is an
installation, as if restored from a cache; the step that builds one is only compared with the tree.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, NoReturn

try:
    import yaml
except ImportError:
    print("skipped: there is no python3-yaml")
    sys.exit(77)

PATIENCE = 120
ACTIONS = {"actions/checkout@v4", "actions/cache@v4", "actions/upload-artifact@v4"}
BUILT_UNLESS = "steps.inverbs.outputs.cache-hit != 'true'"
CAUSE = "an injected event or fault broke queue pair"

# A team's tests: a program of its own, and a client that starts when its server listens.
MAKEFILE = """\
test: hello
\tINVERBS_EMULATOR=inproc:mlx4_0 ./hello
\t$(BEFORE)
\trping -s -a 127.0.0.2 -C 3 & server=$$!; \\
\tuntil softhcactl connections | grep -q listening; do sleep 0.1; done; \\
\trping -c -a 127.0.0.2 -C 3; status=$$?; kill $$server 2>/dev/null; wait; exit $$status
hello: hello.c
\t$(CC) -O2 hello.c $$(pkg-config --cflags --libs inverbs) -o hello
"""
BAD = "softhcactl fault add break request 2"


class Run:
    """A job in its own directory."""

    def __init__(self, root: Path, prefix: Path, work: Path, before: str, variables: dict[str, str]) -> None:
        self.work, self.said, self.failed = work, "", False
        (work / "Makefile").write_text(MAKEFILE.replace("$(BEFORE)", before or ":"))
        (work / "hello.c").write_bytes((root / "examples/hello.c").read_bytes())
        (work / "inverbs").symlink_to(prefix)
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(work), "XDG_RUNTIME_DIR": str(work), **variables}

    def shell(self, text: str) -> bool:
        """Run a script like GitHub's bash: the first command that fails ends it."""
        with (self.work / "said").open("w+") as said:
            done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", text], cwd=self.work, timeout=PATIENCE,
                                  env=self.environment, stdin=subprocess.DEVNULL, stdout=said, stderr=said, check=False)
            said.seek(0)
            self.said += said.read()
        return done.returncode == 0

    def add_files(self, path: Path, names: Path) -> None:
        """Apply what a step has written to GITHUB_PATH and GITHUB_ENV to the next steps."""
        for line in path.read_text().split():
            self.environment["PATH"] = f"{line}:{self.environment['PATH']}"
        for line in names.read_text().splitlines():
            name, _, value = line.partition("=")
            self.environment[name] = value
        path.write_text("")
        names.write_text("")


def complain(text: str) -> NoReturn:
    sys.exit(f"FAILED: {text}")


def expand(text: str, workspace: Path) -> str:
    text = text.replace("${{ github.workspace }}", str(workspace)).replace("$CI_PROJECT_DIR", str(workspace))
    if "${{" in text:
        complain(f"an expression that this test does not know: {text}")
    return text


def look_at_build(root: Path, text: str) -> None:
    """Check that options, targets and packages in the build step exist in this tree."""
    cmake = "".join(path.read_text() for path in [root / "CMakeLists.txt", *sorted((root / "cmake").glob("*.cmake"))])
    wanted = re.search(r"apt-get install [-a-z ]*? ((?:[a-z0-9-]+ ?)+)$", text, re.M)
    packages = set(re.findall(r"^([a-z0-9+.-]+) +demo ", (root / "scripts/packages").read_text(), re.M))
    named = {word for word in shlex.split(wanted[1]) if not word.startswith("-")} if wanted else set()
    if named != packages:
        complain(f"the build installs {sorted(named)}, and scripts/packages wants {sorted(packages)}")
    for option in re.findall(r"-D(INVERBS_\w+|BUILD_TESTING)=", text):
        if not re.search(rf"\b{option}\b", cmake):
            complain(f"the build sets {option}, which nothing reads")
    for target in re.findall(r"--target (\w+)", text):
        if f"add_custom_target({target}" not in cmake:
            complain(f"the build makes {target}, which is no target")


def takes(step: dict[str, Any], failed: bool) -> bool:
    condition = step.get("if", "success()")
    if condition == BUILT_UNLESS:
        return False  # the cache had it
    if condition not in ("success()", "failure()", "always()"):
        complain(f"a condition that this test does not know: {condition}")
    return bool(condition == "always()" or failed == (condition == "failure()"))


def github(root: Path, prefix: Path, work: Path, before: str) -> Run:
    flow = yaml.safe_load((root / "contrib/ci/github.yml").read_text())
    (job,) = flow["jobs"].values()
    if set(flow) != {"name", True, "jobs"} or not {"runs-on", "steps"} <= set(job):  # YAML 1.1 reads "on" as true
        complain("this is no workflow")
    path, names = work / "path", work / "names"
    variables = {name: expand(value, work) for name, value in job["env"].items()}
    run = Run(root, prefix, work, before, {**variables, "GITHUB_PATH": str(path), "GITHUB_ENV": str(names)})
    path.touch()
    names.touch()
    for step in job["steps"]:
        if ("uses" in step) == ("run" in step) or step.get("uses", "actions/checkout@v4") not in ACTIONS:
            complain(f"no step: {step}")
        if step.get("if") == BUILT_UNLESS:
            look_at_build(root, step["run"])
        if not takes(step, run.failed):
            continue
        if step.get("uses", "").startswith("actions/upload-artifact"):
            keep(run, step["with"]["path"].split())
        elif "run" in step:
            run.failed |= not run.shell(expand(step["run"], work))
            run.add_files(path, names)
    return run


def gitlab(root: Path, prefix: Path, work: Path, before: str) -> Run:
    (job,) = yaml.safe_load((root / "contrib/ci/gitlab.yml").read_text()).values()
    run = Run(root, prefix, work, before, {name: expand(value, work) for name, value in job["variables"].items()})
    # in the image, Inverbs is in the search paths of programs and packages
    run.environment.update(PATH=f"{prefix}/bin:{os.environ['PATH']}", PKG_CONFIG_PATH=f"{prefix}/lib/pkgconfig")
    run.failed = not run.shell("\n".join(job["before_script"] + job["script"]))
    if not run.shell("\n".join(job["after_script"])):
        complain(f"after_script fails: {run.said}")
    if run.failed and job["artifacts"]["when"] == "on_failure":
        keep(run, job["artifacts"]["paths"])
    return run


def keep(run: Run, names: list[str]) -> None:
    """Check that the artifacts exist, and that each contains the cause."""
    kept = {name: (run.work / name).read_text() for name in names}
    lacking = [f"{name}: {text[-1000:]}" for name, text in kept.items() if CAUSE not in text]
    if lacking:
        complain(f"no '{CAUSE}' in {lacking}")
    run.said += "kept"


def main() -> int:
    root, prefix = Path(sys.argv[1]), Path(sys.argv[2]).resolve()
    for service in (github, gitlab):
        for before in ("", BAD):
            with tempfile.TemporaryDirectory() as work:
                run = service(root, prefix, Path(work), before)
                name = f"{service.__name__} with tests that {'fail' if before else 'pass'}"
                if run.failed != bool(before) or run.said.endswith("kept") != bool(before):
                    complain(f"{name}: {run.said}")
                if subprocess.run([prefix / "bin/softhcactl", "list"], env=run.environment, capture_output=True, check=False).returncode == 0:
                    complain(f"{name}: the emulator is still there")
                print(name)
    return 0


sys.exit(main())
