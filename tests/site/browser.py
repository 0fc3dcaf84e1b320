#!/usr/bin/python3
# SPDX-License-Identifier: BSD-2-Clause
"""Open the site in headless Chromium, from local files, at the widths of a desktop and of a phone.

Usage: browser.py SITE [PICTURES]

No page may scroll horizontally or log errors to the console, and a search for a call must find its page. Screenshots of
the pages, light and dark, are saved as PNG in the folder PICTURES. Exits with 77 if there is no Chromium. One browser
visits all pages.
"""
from __future__ import annotations

import base64
import contextlib
import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

PAGES = ("index.html", "docs/guide.html", "docs/status.html", "docs/percall.html", "docs/adapters/mlx4.html",
         "man/ibv_post_send.3.html", "man/index.html", "docs/language-adapter.html", "examples/guide/kit.c.html")
SEARCHES = {"ibv_post_send": "man/ibv_post_send.3.html", "memory windows": "docs/guide.html"}
SIZES = {"desktop": (1280, 900), "phone": (390, 844)}
SKIPPED = 77
PATIENCE = 120  # seconds, on a busy machine
ARGUMENTS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
             "--disable-background-networking", "--disable-component-update", "--hide-scrollbars", "--disable-dev-shm-usage")


class Browser:
    """A WebDriver session (https://www.w3.org/TR/webdriver1)."""

    def __init__(self, port: int, profile: str) -> None:
        self.base = f"http://127.0.0.1:{port}"
        options = {"args": [*ARGUMENTS, f"--user-data-dir={profile}"], "binary": shutil.which("chromium")}
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        self.base += f"/session/{self.ask('/session', {'capabilities': {'alwaysMatch': wanted}})['sessionId']}"

    def ask(self, path: str, body: dict[str, Any] | None = None, method: str = "POST") -> Any:
        data = None if method != "POST" else json.dumps(body or {}).encode()
        request = Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        with urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)["value"]

    def open(self, uri: str) -> None:
        self.ask("/url", {"url": uri})

    def value(self, script: str) -> Any:
        return self.ask("/execute/sync", {"script": f"return {script}", "args": []})

    def devtools(self, command: str, **parameters: object) -> Any:
        return self.ask("/goog/cdp/execute", {"cmd": command, "params": parameters})

    def size(self, width: int, height: int) -> None:
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)

    def errors(self) -> list[str]:
        return [entry["message"] for entry in self.ask("/se/log", {"type": "browser"}) if entry["level"] == "SEVERE"]

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.ask("/screenshot", method="GET")))


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port: int = s.getsockname()[1]
        return port


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    port = free_port()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        driver = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        session = None
        try:
            session = begin(driver, port, profile)
            yield session
        finally:
            if session:
                session.ask("", method="DELETE")
            driver.terminate()
            driver.wait(PATIENCE)


def begin(driver: subprocess.Popen[bytes], port: int, profile: str) -> Browser:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return Browser(port, profile)
        except (URLError, ConnectionError):
            if driver.poll() is not None or time.monotonic() > until:
                raise
            time.sleep(0.1)


def looked_at(b: Browser, site: Path, name: str, pictures: Path | None) -> list[str]:
    """Returns the faults of a page."""
    found = []
    b.open((site / name).as_uri())
    for size, (width, height) in SIZES.items():
        b.size(width, height)
        wide = b.value("document.scrollingElement.scrollWidth")
        if wide > b.value("innerWidth") or b.value("innerWidth") != width:
            found.append(f"{name}: {wide} pixels wide on a {size} of {width}")
        for theme in ("light", "dark") if pictures else ():
            b.value(f"document.body.dataset.theme = '{theme}'")
            b.picture(pictures / f"{name.replace('/', '-')}.{size}.{theme}.png")  # type: ignore[operator]
    return [*found, *(f"{name}: {message}" for message in b.errors())]


def searched(b: Browser, site: Path, words: str, wanted: str) -> list[str]:
    """Returns the faults of a search that is typed into the search field of the front page."""
    b.size(*SIZES["desktop"])
    b.open((site / "index.html").as_uri())
    field = next(iter(b.ask("/element", {"using": "css selector", "value": "input[name=q]"}).values()))
    b.ask(f"/element/{field}/value", {"text": f"{words}\n"})
    until = time.monotonic() + PATIENCE
    links: list[str] = []
    while time.monotonic() < until and not any(wanted in link for link in links):
        links = b.value("[...document.querySelectorAll('#search-results li a')].map(a => a.href)")
        time.sleep(0.1)
    found = [] if any(wanted in link for link in links) else [f"a search for {words} finds {len(links)} pages without {wanted}"]
    return [*found, *(f"search: {message}" for message in b.errors())]


def main(site: Path, pictures: Path | None) -> int:
    if not shutil.which("chromedriver") or not shutil.which("chromium"):
        print("no chromium, or no chromium-driver")
        return SKIPPED
    with browser() as b:
        found = [fault for name in PAGES for fault in looked_at(b, site, name, pictures)]
        found += [fault for words, wanted in SEARCHES.items() for fault in searched(b, site, words, wanted)]
        if pictures:
            b.picture(pictures / "search.png")
    print("\n".join(found) if found else f"{len(PAGES)} pages and {len(SEARCHES)} searches, as they should be")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]) if sys.argv[2:] else None))
