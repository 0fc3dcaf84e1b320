"""Options and fixtures shared by the tests of the core and of the three languages."""

from __future__ import annotations

import pytest

from codegen.tests.support import Expected


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite the expected outputs and messages")


@pytest.fixture
def expected(request: pytest.FixtureRequest) -> Expected:
    """Compares text with a committed file, or rewrites that file under ``--update``."""
    return Expected(update=bool(request.config.getoption("--update")))
