"""Options and fixtures shared by the tests of the core and of the three languages."""

from __future__ import annotations

from zlib import crc32

import pytest

from codegen.tests.support import Expected


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite the expected outputs and messages")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the tests by checksums of their names: xdist assigns adjacent tests together, and tests of one file take
    equally long."""
    items.sort(key=lambda item: crc32(item.nodeid.encode()))


@pytest.fixture
def expected(request: pytest.FixtureRequest) -> Expected:
    """Compares text with a committed file, or rewrites that file under ``--update``."""
    return Expected(update=bool(request.config.getoption("--update")))
