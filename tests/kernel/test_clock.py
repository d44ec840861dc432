import time

import pytest

from dpproofs.auditing.stopwatch import Stopwatch
from dpproofs.kernel.clock import PATIENCE, busy, patience, wall
from dpproofs.kernel.errors import BadInput
from dpproofs.tactics.budget import spending, spent, within


def test_clocks_go_as_slowly_as_somebody_says(monkeypatch):
    monkeypatch.delenv(PATIENCE, raising=False)
    assert patience() == 1
    plain = busy(), wall()
    monkeypatch.setenv(PATIENCE, "1e6")
    assert busy() < plain[0] / 1e3
    assert wall() < plain[1] / 1e3
    monkeypatch.setenv(PATIENCE, "1e-6")
    assert Stopwatch().elapsed > 0.01


@pytest.mark.parametrize("said", ["soon", "0", "-1", "inf", "nan"])
def test_what_is_no_patience_is_named(said, monkeypatch):
    monkeypatch.setenv(PATIENCE, said)
    with pytest.raises(BadInput, match=f"DPPROOFS_PATIENCE.*{said}.*a number > 0"):
        patience()


def _work():
    until = time.process_time() + 0.1
    while time.process_time() < until:
        pass
    return "found"


def test_patience_stretches_a_search(monkeypatch):
    monkeypatch.setenv(PATIENCE, "1000")
    assert within(0.05, _work) == "found"
    monkeypatch.setenv(PATIENCE, "0.001")
    assert within(10.0, _work) is None


def test_patience_stretches_all_searches_of_a_call(monkeypatch):
    monkeypatch.setenv(PATIENCE, "100")
    with spending(50) as account:
        spent(1000.0)
        assert 9 < account.spent < 11
