"""The page on deriving: its examples run, in one session, as they are printed."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "deriving.md"


@pytest.mark.sweep
@pytest.mark.no_cover  # each of them has tests of its own
def test_the_examples_of_the_page_run():
    blocks = re.findall(
        r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert len(blocks) >= 4
    names = {}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)  # noqa: S102  (our own page)
