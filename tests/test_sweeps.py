"""Sweeps are run again when something that they depend on has changed, and only then."""

from types import SimpleNamespace

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
    known = {name: sweeps.digest(name) for name in (*sweeps.files(), *sweeps.STEPS)}
    assert list(sweeps.stale(known)) == []
    changed = tmp_path / "domain.py"
    changed.write_bytes(affected.sources()["dpproofs.kernel.domain"].read_bytes() + b"\n")
    monkeypatch.setitem(affected.sources(), "dpproofs.kernel.domain", changed)
    assert file in dict(sweeps.stale(known))


def test_each_step_is_stale_for_its_own_sources_alone(monkeypatch, tmp_path):
    known = {name: sweeps.digest(name) for name in sweeps.STEPS}
    changed = tmp_path / "changed.py"
    changed.write_text("# other than it was", "utf-8")
    for module, expected in (
        ("dpproofs.coq.steps", {"coq", "derivations"}),
        ("dpproofs.auditing.record.codec", {"derivations"}),
        ("tests/coq/test_roots.py", {"coq"}),
        ("kept_consequences", {"derivations"}),
        ("tests/logic/test_gates.py", set()),
    ):
        with monkeypatch.context() as patch:
            patch.setitem(affected.sources(), module, changed)
            assert {name for name in known if sweeps.digest(name) != known[name]} == expected


def test_a_step_reads_files_that_are_no_modules(monkeypatch, tmp_path):
    known = {name: sweeps.digest(name) for name in sweeps.STEPS}
    for name, step in sweeps.STEPS.items():
        assert sweeps.other_files(step.folders).keys() > {
            "derivations/certificates/additive.lem2.json"
        }
        with monkeypatch.context() as patch:
            patch.setattr(sweeps, "other_files", lambda _: {})
            assert sweeps.digest(name) != known[name]
    for path in ("coq/new.v", "coq/new.vo", "derivations/x/new.tex", "derivations/index.html"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("new", "utf-8")
    found = {
        name: [*sweeps.other_files(step.folders, tmp_path)] for name, step in sweeps.STEPS.items()
    }
    assert found == {"derivations": ["derivations/x/new.tex"], "coq": ["coq/new.v"]}


def test_pages_depend_on_the_documentation(monkeypatch):
    name = "tests/site/test_errata.py"
    assert name in sweeps.files()
    known = sweeps.digest(name)
    monkeypatch.setattr(sweeps, "FOLDERS", {"tests/site/": ("docs",)})
    assert sweeps.digest(name) != known


@pytest.fixture
def asked(monkeypatch, tmp_path):
    """What is run, in place of running it; all passes but what is put into ``asked.failing``."""
    found = SimpleNamespace(tests=[], commands=[], failing=set())

    def main(arguments, plugins):
        names = [name for name in arguments if name in sweeps.files()]
        found.tests.append(names)
        (keeper,) = plugins
        ids = [f"{name}::test_{at}" for name in names for at in range(2)]
        keeper.pytest_xdist_node_collection_finished(ids)
        for each in ids:
            fails = each in found.failing
            keeper.pytest_runtest_logreport(SimpleNamespace(nodeid=each, when="call", failed=fails))
            keeper.pytest_runtest_logreport(
                SimpleNamespace(nodeid=each, when="teardown", failed=False)
            )
        return int(any(each in found.failing for each in ids))

    def run(command, **_):
        found.commands.append(command[:2])
        return SimpleNamespace(returncode=int(command[1] in found.failing))

    monkeypatch.setattr(sweeps, "RECORD", tmp_path / "record.json")
    monkeypatch.setattr(sweeps.pytest, "main", main)
    monkeypatch.setattr(sweeps.subprocess, "run", run)
    monkeypatch.setattr(sweeps.shutil, "which", lambda program: program)
    return found


def test_what_passes_is_kept_at_once_and_what_fails_is_run_again(asked, capsys):
    assert sweeps.main(["--list"]) == 0
    assert capsys.readouterr().out.split() == [*sweeps.files(), *sweeps.STEPS]
    bad = sweeps.files()[3]
    asked.failing = {f"{bad}::test_0", "test-coq"}
    assert sweeps.main([]) == 1
    assert capsys.readouterr().out.endswith("run; failed\n")
    assert set(sweeps.record()) == {*sweeps.files(), "derivations"} - {bad}
    asked.failing = set()
    assert sweeps.main([]) == 0
    assert asked.tests == [sweeps.files(), [bad]]
    assert asked.commands[-2:] == [["make", "coq"], ["make", "test-coq"]]
    assert set(sweeps.record()) == {*sweeps.files(), *sweeps.STEPS}
    assert sweeps.main([]) == 0
    assert len(asked.tests) == 2
    assert capsys.readouterr().out.endswith(f"sweeps: 0 of {len(sweeps.record())} run; passed\n")
    assert sweeps.main(["--all", bad, "derivations"]) == 0
    assert asked.tests[2:] == [[bad]]
    assert asked.commands[-1] == ["make", "stale"]


def test_a_step_without_its_program_is_left_out_and_not_kept(asked, monkeypatch, capsys):
    monkeypatch.setattr(sweeps.shutil, "which", {"make": "make"}.get)
    assert sweeps.main(["coq", "derivations"]) == 0
    assert "coq is left out, as coqc is not installed" in capsys.readouterr().out
    assert set(sweeps.record()) == {"derivations"}
    assert asked.commands == [["make", "stale"]]


def test_a_name_that_nothing_has_is_refused(asked, capsys):
    with pytest.raises(SystemExit, match="2"):
        sweeps.main(["tests/test_nothing.py"])
    assert "no sweep or step is called 'tests/test_nothing.py'" in capsys.readouterr().err
    assert asked.tests == []
