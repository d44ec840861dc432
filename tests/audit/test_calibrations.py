"""Sigma of other libraries beside the least one: too little is noticed."""

import sys

import pytest

from benchmarks.calibrations import __main__ as calibrations
from dpproofs.mechanisms import Gaussian

PROGRAM = """
VERSION = "1.0"

def sigma(epsilon, delta):
    print("said on the side")
    if epsilon > 10:
        raise ValueError("too\\nlarge")
    return {sigma}
"""


@pytest.mark.parametrize(("factor", "enough"), [(1 - 1e-9, False), (1 + 1e-9, True), (2, True)])
def test_sigma_is_held_against_the_least_one(factor, enough):
    answer = calibrations.Answer.of(1.0, 1e-6, factor * Gaussian(1.0, 1e-6).sigma)
    assert answer.enough is enough
    assert answer.excess == pytest.approx(factor)
    assert (answer.times > 1) is not enough


def test_a_library_answers_from_a_process_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setattr(calibrations, "EPSILONS", (0.5, 1.0, 20.0))
    monkeypatch.setattr(calibrations, "DELTAS", (1e-2, 1e-6))
    program = tmp_path / "lib.py"
    program.write_text(PROGRAM.format(sigma="1.0 / epsilon"), "utf-8")
    version, found, refused = calibrations.answers(sys.executable, program)
    assert (version, len(found), refused) == ("1.0", 4, 2)
    assert not any(answer.enough for answer in found)
    row = calibrations.row("lib", version, found, refused)
    assert row.startswith("| lib 1.0 | 4 | 2 | 4 | 4 | ")
    assert "x at (1, 1e-06)" in row
    program.write_text("import no_such_library", "utf-8")
    with pytest.raises(ImportError, match="no_such_library"):
        calibrations.answers(sys.executable, program)


def test_a_slow_library_is_held_to_what_it_answered_in_time(tmp_path, monkeypatch):
    monkeypatch.setattr(calibrations, "EPSILONS", (1.0, 2.0, 4.0))
    program = tmp_path / "lib_laplace.py"
    slow = PROGRAM.format(sigma="1 / epsilon").replace(
        "if epsilon", "slow(epsilon)\n    if epsilon"
    )
    slow += "\n\ndef slow(epsilon):\n    import time\n    time.sleep(60 if epsilon > 3 else 0)\n"
    program.write_text(slow, "utf-8")
    version, found, refused = calibrations.answers(sys.executable, program, seconds=3)
    assert (version, refused) == ("1.0", 0)
    assert [(answer.epsilon, answer.delta, answer.enough) for answer in found] == [
        (1.0, 0.0, True),
        (2.0, 0.0, True),
    ]
    assert [answer.excess for answer in found] == pytest.approx([1, 1])
