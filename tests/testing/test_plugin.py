"""The plugin, in runs of pytest of their own: the header, the budget, the section, the options."""

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
import zipfile

import pytest
from testing_folder import ROOT, Folder

from dpproofs.testing import session

LAPLACE = """
import numpy as np
import pytest
from dpproofs.testing import PrivacyViolation, assert_private, parametrize_with_checks
from dpproofs.testing.session import current

def right(value, size, rng):
    return value + rng.laplace(size=size)

def wrong(value, size, rng):
    return value + rng.laplace(scale=0.7, size=size)
"""

LIBRARY = (
    LAPLACE
    + """
def test_right():
    assert_private(right, epsilon=1, max_draws=5000, seconds=60)  # the draws end it, not the time

def test_wrong():
    assert_private(wrong, epsilon=1, max_draws=5000, seconds=60)

@pytest.mark.dpproofs(budget=12)
@parametrize_with_checks(
    [(right, dict(epsilon=1.0)), (wrong, dict(epsilon=1.0, expected={"is_private": "half of it"}))],
    checks=["is_private", "draws_are_independent"],
)
def test_conformance(sampler, check):
    check(sampler)

@parametrize_with_checks(
    [(right, dict(epsilon=1.0))],
    checks=["outcomes_are_finite"],
    expected={"outcomes_are_finite": "it was so once"},
)
def test_stale(sampler, check):
    check(sampler)

def test_early():
    assert_private(right, epsilon=1, max_draws=2)

@pytest.fixture
def sampler_of_a_fixture():
    assert_private(right, epsilon=1, max_draws=1)

def test_fixture(sampler_of_a_fixture):
    pass
"""
)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A wheel of this package, unpacked where an installer would put it."""
    pytest.importorskip("hatchling", reason="hatchling builds the wheel: install dpproofs[test]")
    home = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", home]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = home.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(home)
    return home


def section(text):
    """The plugin's section of the terminal."""
    return re.split(r"=+ dpproofs =+\n", text)[1].split("\n===")[0]


@pytest.mark.sweep
def test_a_library_elsewhere_uses_the_plugin_by_its_entry_point(installed, tmp_path):
    library = Folder(tmp_path, {"PYTHONPATH": str(installed)}, options=[])
    library.write("pyproject.toml", '[tool.pytest.ini_options]\naddopts = "--strict-markers"\n')
    library.write("test_library.py", LIBRARY)
    code, text = library.run("--dpproofs-seed", "5", "--junitxml", "out.xml")
    assert code == 1
    assert "dpproofs: alpha 0.05 for the session\ndpproofs: seed 5 (given), 5 s for a check" in text
    assert "3 failed, 4 passed, 1 xfailed, 1 error" in text
    shown = section(text)
    assert "ERROR test_library.py::test_fixture" in text
    assert "test_library.py::test_fixture: assert_private: undecided" in shown
    assert "test_library.py::test_wrong: assert_private: failed" in shown
    assert "wrong claims epsilon 1, delta 0 at sensitivity 1: violation" in shown
    assert "reproduce: pytest test_library.py::test_wrong --dpproofs-seed 5" in shown
    assert "is_private: failed, as expected (half of it)" in shown
    assert "2 pairs of draws are too few: not even no noise at all would show" in shown
    assert re.search(r"spent 0\.0\d+ of alpha 0\.05 on 8 statistical checks; seed 5", shown)
    assert "[XPASS(strict)] it was so once" in text
    properties = {
        (case.get("name"), each.get("name")): each.get("value")
        for case in ET.parse(tmp_path / "out.xml").iter("testcase")  # noqa: S314 (written here)
        for each in case.iter("property")
    }
    assert properties["test_wrong", "dpproofs.assert_private.verdict"] == "failed"
    assert 0 < float(properties["test_right", "dpproofs.assert_private.level"]) < 0.05
    power = properties["test_right", "dpproofs.power"]
    assert re.fullmatch(r"Laplace noise [\d.]+ % too small, or a leak of 1 in \d+", power)
    assert ("test_wrong", "dpproofs.power") not in properties
    weakest = f"weakest check: test_library.py::test_right would have shown {power}"
    assert shown.splitlines()[-1] == weakest
    options = ["--dpproofs-seed", "5", "--dpproofs-budget", "4"]
    here = Folder(tmp_path)
    again, told = here.run_here("test_library.py::test_wrong", *options, "-q")
    assert again == 1
    # The session is smaller, so that the level is larger and the violation is seen no later.
    assert "violation" in section(told)
    assert f"test_library.py::test_wrong {' '.join(options)}" in section(told)


WORKERS = """
import json, os, pathlib
import pytest
from dpproofs.testing.session import current

@pytest.mark.parametrize("number", range(12))
def test_level(number):
    session = current()
    session.once("probe", True, lambda given: pathlib.Path(f"level-{number}").write_text(
        json.dumps([given.level, given.seed, os.environ.get("PYTEST_XDIST_WORKER", "")])))

def test_wrong():
    from dpproofs.testing import assert_private
    def wrong(value, size, rng):
        return value + rng.laplace(scale=0.7, size=size)
    assert_private(wrong, epsilon=1, max_draws=5000)

@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="ends the worker")
def test_crash():
    from dpproofs.testing import assert_private
    def right(value, size, rng):
        return value + rng.laplace(size=size)
    assert_private(right, epsilon=1, max_draws=100)
    os._exit(3)
"""


@pytest.mark.sweep
def test_workers_of_xdist_share_one_budget_and_one_seed(folder, tmp_path):
    pytest.importorskip("xdist")
    folder.write("test_workers.py", WORKERS)

    def levels():
        return {p.name: json.loads(p.read_text()) for p in tmp_path.glob("level-*")}

    options = "--dpproofs-seed", "5", "--dpproofs-budget", "60"  # its draws end it, not the time
    code, text = folder.run_here(*options)
    alone = levels()
    assert code == 1, text
    code, text = folder.run(*options, "-n", "2", "--max-worker-restart", "2")
    shared = levels()
    assert code == 1
    assert "violation" in section(text)
    assert {name: seed for name, (_, seed, _) in alone.items()} == {
        name: seed for name, (_, seed, _) in shared.items()
    }
    assert len({worker for _, _, worker in shared.values()}) >= 2
    assert sum(level for level, _, _ in shared.values()) < 0.05
    by_worker = {}
    for level, _, worker in shared.values():
        by_worker.setdefault(worker, []).append(level)
    assert all(sum(each) < 0.05 * 15 / 32 for each in by_worker.values())


RERUN = """
import pytest
from _pytest.runner import runtestprotocol

@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    for _ in range(2):
        item._initrequest()
        for report in runtestprotocol(item, nextitem=nextitem, log=False):
            item.ihook.pytest_runtest_logreport(report=report)
    return True
"""

LEVELS = """
import pathlib
import pytest
from dpproofs.testing.session import current

@pytest.mark.parametrize("name", ["a", "b", "c"])
def test_level(name):
    def probe(given):
        with pathlib.Path("levels").open("a") as out:
            print(name, given.level, given.seed, given.seconds, file=out)
    current().once("probe", True, probe)

@pytest.mark.dpproofs(budget=9, checks=5)
def test_marked():
    test_level("marked")
"""


def test_reruns_and_selections_spend_from_the_same_budget(folder, tmp_path):
    folder.write("test_levels.py", LEVELS)

    def levels(*options):
        (tmp_path / "levels").unlink(missing_ok=True)
        code, text = folder.run_here("--dpproofs-seed", "5", "--dpproofs-alpha", "0.1", *options)
        assert code == 0, text
        rows = [line.split() for line in (tmp_path / "levels").read_text().splitlines()]
        return [(name, float(level), int(seed), float(s)) for name, level, seed, s in rows]

    whole = levels()
    # Five checks are planned, by the marker: check k gets alpha 5/((4 + k)(5 + k)).
    expected = [0.1 * 5 / ((4 + k) * (5 + k)) for k in range(1, 5)]
    assert [level for _, level, _, _ in whole] == pytest.approx(expected)
    assert [seconds for *_, seconds in whole] == [5, 5, 5, 9]
    chosen = levels("-k", "b")
    assert chosen[0][1] == pytest.approx(0.1 / 2)  # it is the first, and none was planned
    assert chosen[0][2] == whole[1][2]
    folder.write("conftest.py", RERUN)
    twice = levels("test_levels.py::test_level[a]", "test_levels.py::test_level[b]")
    assert [name for name, *_ in twice] == ["a", "a", "b", "b"]
    assert len({seed for _, _, seed, _ in twice}) == 4
    assert sum(level for _, level, _, _ in twice) < 0.1


SESSION = (
    LAPLACE
    + """
def test_right():
    assert current().allowed == 7
    assert_private(right, epsilon=1, max_draws=2000)

@pytest.mark.dpproofs(power=0.5)
def test_marked():
    assert_private(right, epsilon=1, max_draws=2000)
"""
)
INI = "[pytest]\ndpproofs_profile = nightly\ndpproofs_alpha = 0.04\ndpproofs_power = 0.95\n"


@pytest.mark.sweep
def test_the_ini_file_and_profiles_ask_for_numbers(folder):
    folder.write("test_session.py", SESSION)
    folder.write("pytest.ini", INI)
    code, text = folder.run_here("--dpproofs-budget", "7", "--dpproofs-seed", "5", "-v")
    assert code == 1
    assert "dpproofs: alpha 0.04 for the session\n" in text
    assert "dpproofs: seed 5 (given), 7 s for a check, power 0.95" in text
    assert "test_session.py::test_right: assert_private: undecided" in text
    assert "noise 5 % too small was to be shown" in text
    options = "--dpproofs-seed 5 --dpproofs-alpha 0.04 --dpproofs-budget 7 --dpproofs-power 0.95"
    assert f"reproduce: pytest test_session.py::test_right {options}" in text
    assert "test_session.py::test_marked: assert_private would have shown Laplace noise" in text
    for wrong in ("dpproofs_alpha = 2", "dpproofs_profile = slow"):
        folder.write("pytest.ini", f"[pytest]\n{wrong}\n")
        code, text = folder.run_here("--collect-only")
        assert code == pytest.ExitCode.USAGE_ERROR
        assert "but should be" in text


def test_a_session_without_such_tests_does_not_speak_of_it(folder):
    folder.write("test_other.py", "def test_other(): pass\n")
    assert "dpproofs:" not in folder.run_here()[1]
    folder.write("test_ours.py", LAPLACE + "def test_ours(): assert_private\n")
    assert "dpproofs: alpha 0.05 for the session" in folder.run_here()[1]


HYPOTHESIS = (
    LAPLACE
    + """
from hypothesis import given, settings, strategies as st

@settings(deadline=None, max_examples=15, database=None)
@given(st.integers(1, 8))
def test_scales(eighths):
    def noisy(value, size):  # it takes no generator: other draws each time
        return value + np.random.default_rng().laplace(scale=eighths / 8, size=size)
    assert_private(noisy, epsilon=1, max_draws=600)
"""
)


@pytest.mark.sweep
def test_examples_of_hypothesis_keep_their_verdict(folder):
    folder.write("test_examples.py", HYPOTHESIS)
    code, text = folder.run_here("--dpproofs-seed", "5")
    assert code == 1
    assert "Flaky" not in text
    assert "eighths=" in text
    assert text.count("test_examples.py::test_scales: assert_private: failed") == 1


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("alpha", "1", "alpha = 1, but should be a number in (0, 1)"),
        ("alpha", "x", "alpha = x, but should be a number in (0, 1)"),
        ("budget", "0", "budget = 0, but should be a number > 0"),
        ("seed", "-1", "seed = -1, but should be an integer >= 0"),
    ],
)
def test_bad_options_are_one_clear_line(option, value, told, capsys):
    code = pytest.main([*Folder(None).options, f"--dpproofs-{option}={value}", "--collect-only"])
    assert code == pytest.ExitCode.USAGE_ERROR
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("marker", "told"),
    [
        ("power=1", "marker dpproofs: power = 1, but should be a number in (0, 1)"),
        ("budget=-1", "marker dpproofs: budget = -1, but should be a number > 0"),
        (
            "seconds=3",
            "has seconds, but should have budget=, checks= and power= only",
        ),
    ],
)
def test_bad_markers_are_one_clear_line(marker, told, tmp_path, capsys):
    test = tmp_path / f"test_{tmp_path.name}.py"
    text = f"import pytest\n@pytest.mark.dpproofs({marker})\ndef test_nothing(): pass\n"
    test.write_text(text, "utf-8")
    options = [*Folder(None).options, "-p", "no:cacheprovider", "--import-mode=importlib"]
    code = pytest.main([*options, str(test)])
    assert code == pytest.ExitCode.USAGE_ERROR
    assert told in "".join(capsys.readouterr())


LOADING = """
import sys, time
import pytest, argparse, secrets, hashlib, shlex
began = time.process_time()  # not the time that other processes took
import dpproofs.testing.plugin
seconds = time.process_time() - began
began = time.process_time()
import asyncio, unittest.mock, xml.dom.minidom
machine = time.process_time() - began
heavy = {"sympy", "hypothesis", "numpy", "scipy", "mpmath", "flint"} & sys.modules.keys()
print(seconds / machine, *sorted(heavy))
"""


def test_loading_the_plugin_costs_next_to_nothing():
    times = []
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", LOADING], cwd=ROOT, capture_output=True, text=True, check=True
        )
        parts, *heavy = done.stdout.split()
        assert heavy == []
        times.append(float(parts))
    assert min(times) < 0.5  # of what takes 40 ms on a machine on which 20 ms are the limit


def test_without_the_plugin_each_assertion_stands_alone(folder, monkeypatch):
    monkeypatch.setattr(session, "_open", [])
    folder.write("test_alone.py", LIBRARY)
    code, text = Folder(folder.path, options=["-p", "no:dpproofs"]).run_here("-k", "wrong or early")
    assert code == 1
    assert "dpproofs: alpha" not in text
    assert "reproduce assert_private(..., seed=" in text
