"""Sweeps are run again when something that they depend on has changed, and only then."""

import affected
import pytest
import sweeps

pytestmark = pytest.mark.no_cover  # they are about the tests


@pytest.fixture
def file():
    names = sweeps.files()
    assert "tests/logic/test_gates.py" in names
    return "tests/logic/test_gates.py"


def test_a_sweep_reaches_what_it_imports_and_the_settings_of_its_folders(file):
    reached = sweeps.reached(file)
    assert {file, "tests/conftest.py", "dpproofs.kernel.domain"} <= reached
    assert any(name.startswith("dpproofs.theorems.staircase.") for name in reached)
    assert not any(name.startswith("dpproofs.auditing.sampler") for name in reached)


def test_a_sweep_reaches_what_it_uses_of_the_facade_and_all_where_it_runs_programs():
    reached = sweeps.reached("tests/optima/test_least.py")  # which uses dp.optimum
    assert "dpproofs.optima.bracket.everywhere" in reached
    assert "dpproofs.auditing.__init__" not in reached
    assert "tests/theorems/levels.py" in sweeps.reached("tests/theorems/test_staircase_best.py")
    programs = sweeps.reached("tests/testing/test_plugin.py")
    assert {name for name in affected.sources() if name.startswith("dpproofs")} <= programs


def test_a_change_of_a_source_makes_its_sweeps_stale(file, monkeypatch, tmp_path):
    known = {name: sweeps.digest(name) for name in sweeps.files()}
    assert list(sweeps.stale(known)) == []
    changed = tmp_path / "domain.py"
    changed.write_bytes(affected.sources()["dpproofs.kernel.domain"].read_bytes() + b"\n")
    monkeypatch.setitem(affected.sources(), "dpproofs.kernel.domain", changed)
    assert file in dict(sweeps.stale(known))


def test_sweeps_that_fail_are_not_recorded(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(sweeps, "RECORD", tmp_path / "record.json")
    for code, said in ((1, "failed"), (0, "passed")):
        monkeypatch.setattr(sweeps, "run", lambda _names, _jobs, code=code: code)
        assert sweeps.main([]) == code
        assert capsys.readouterr().out.endswith(f"files run; {said}\n")
        assert (tmp_path / "record.json").exists() == (code == 0)
    asked = []
    monkeypatch.setattr(sweeps, "run", lambda names, _jobs: asked.append(names) or 0)
    assert sweeps.main([]) == 0
    assert asked == []
    assert sweeps.main(["--all"]) == 0
    assert asked == [sweeps.files()]
