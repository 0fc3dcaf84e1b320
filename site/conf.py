# SPDX-License-Identifier: BSD-2-Clause
"""Sphinx's configuration. Its source folder is what stage.py wrote."""

from __future__ import annotations

import gc
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "site"))
gc.disable()  # trees of pages are all cycles, and live until the end of the run

project = "Inverbs"
version_h = (ROOT / "include" / "inverbs" / "version.h").read_text(encoding="utf-8")
release = ".".join(re.findall(r"(?:MAJOR|MINOR|PATCH) (\d+)", version_h))
author = "The Inverbs authors"
html_title = f"Inverbs {release}"

extensions = ["myst_parser", "calls_linked", "navigation", "from_disk"]
root_doc = "index"
source_suffix = {".md": "markdown"}
myst_heading_anchors = 4
myst_ref_domains = ["std"]
suppress_warnings = ["myst.header"]  # pages may begin with any heading
highlight_language = "none"
pygments_style = "friendly"
pygments_dark_style = "native"
smartquotes = False  # options are written --so

html_theme = "furo"
html_theme_options = {"navigation_with_keys": True}
html_static_path = [str(ROOT / "site" / "static")]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_copyright = False
html_use_index = False
html_domain_indices = False
html_show_search_summary = False  # it reads pages by requests, which browsers refuse on pages from the disk
