"""Sigma of other libraries beside the least one: too little is noticed."""

import subprocess
import sys
from contextlib import suppress

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
ASLEEP = """

def slow(epsilon):
    import pathlib, time

    if epsilon > 3:
        pathlib.Path({mark!r}).touch()
        time.sleep(1000)
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
    record = calibrations.record("lib", version, found, refused)
    assert (record.name, record.claims, record.refused) == ("lib 1.0", 4, 2)
    assert (record.too_little, record.clearly) == (4, 4)
    assert (record.worst.claim.epsilon, record.worst.claim.delta) == (1.0, 1e-6)
    assert record.worst.text.startswith("delta is ")
    assert record.dearest.text.endswith(" times the least sigma")
    assert calibrations.record("lib", version, [calibrations.Answer.of(1, 0, 2)], 0).worst is None
    program.write_text("import no_such_library", "utf-8")
    with pytest.raises(ImportError, match="no_such_library"):
        calibrations.answers(sys.executable, program)


def test_a_slow_library_is_held_to_what_it_answered_in_time(tmp_path, monkeypatch):
    monkeypatch.setattr(calibrations, "EPSILONS", (1.0, 2.0, 4.0))
    program = tmp_path / "lib_laplace.py"
    slow = PROGRAM.format(sigma="1 / epsilon").replace(
        "if epsilon", "slow(epsilon)\n    if epsilon"
    )
    mark = tmp_path / "asleep"
    program.write_text(slow + ASLEEP.format(mark=str(mark)), "utf-8")

    class Patient(subprocess.Popen):
        """Time is over when the library sleeps, however long it took to get there."""

        def communicate(self, text=None, timeout=None):
            while timeout is not None and not mark.exists():
                with suppress(subprocess.TimeoutExpired):
                    return super().communicate(text, 0.05)
                text = None  # it is sent once
            return super().communicate(text, timeout and 0.05)

    monkeypatch.setattr(subprocess, "Popen", Patient)
    version, found, refused = calibrations.answers(sys.executable, program)
    assert (version, refused) == ("1.0", 0)
    assert [(answer.epsilon, answer.delta, answer.enough) for answer in found] == [
        (1.0, 0.0, True),
        (2.0, 0.0, True),
    ]
    assert [answer.excess for answer in found] == pytest.approx([1, 1])
