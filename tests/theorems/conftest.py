"""Claims are verified here, which is slow, and slower while coverage is measured.

What counts as covered is what other tests reach: those of the checkers, the kernel and the
replay, `test_every_claim.py`, and one paper's claims. The others are sweeps: they change when a
theorem does, or what decides.
"""

from pathlib import Path

import pytest

HERE = Path(__file__).parent
MEASURED = {"test_every_claim.py", "test_additive.py"}


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.parent == HERE and item.path.name not in MEASURED:
            item.add_marker(pytest.mark.no_cover)
            item.add_marker(pytest.mark.sweep)
