"""Finding claims without loading more than is needed, by an index that is not believed blindly."""

import subprocess
import sys

import pytest

from dpproofs.kernel.errors import BadInput
from dpproofs.stored import digest_of, stored
from dpproofs.theorems import registry

CLAIM = "additive.lem2"
MODULE = registry.find(CLAIM).module


LINE = registry.index()["claims"].get(CLAIM, {})  # complete, once there is an index


@pytest.fixture
def indexed(monkeypatch):
    """Replace the index."""

    def replace(claims, *, current=False):
        monkeypatch.setattr(registry, "index", lambda: {"claims": claims, "sources": {}})
        monkeypatch.setattr(registry, "index_is_current", lambda: current)

    return replace


def loaded_after(code):
    """The modules that are loaded after some code, which may take the index for current."""
    index = {"claims": {CLAIM: LINE}, "sources": {}}
    program = (
        "import sys\n"
        "from dpproofs.theorems import registry\n"
        f"registry.index = lambda: {index!r}\n"
        "registry.index_is_current = lambda: True\n"
        f"{code}\n"
        "print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return set(done.stdout.splitlines()[-1].split())


def test_one_claim_loads_its_module_and_no_other_paper():
    loaded = loaded_after(f"registry.find({CLAIM!r})")
    assert MODULE in loaded
    assert not any(name.startswith("dpproofs.theorems.staircase.") for name in loaded)


@pytest.mark.parametrize("command", ["list", "errata"])
def test_listing_and_errata_load_no_theorem_and_no_sympy(command):
    code = (
        "from dpproofs.cli import main\n"
        f"try: main([{command!r}, '--json'])\n"
        "except SystemExit as end: assert end.code == 0"
    )
    loaded = loaded_after(code)
    assert "sympy" not in loaded
    assert MODULE not in loaded


@pytest.mark.parametrize(
    "line",
    [
        {},
        {CLAIM: {"module": "dpproofs.theorems.additive.theorem1"}},
        {CLAIM: {"module": "dpproofs.theorems.additive.gone"}},
    ],
)
def test_an_index_that_is_behind_hides_no_claim(indexed, line):
    indexed(line)
    assert registry.find(CLAIM).id == CLAIM
    assert registry.formalised() == tuple(registry.registry())


def test_a_module_that_fails_for_want_of_another_is_not_taken_for_missing(monkeypatch, indexed):
    def fail(_):
        raise ModuleNotFoundError("No module named 'other'", name="other")

    indexed({CLAIM: {"module": MODULE}})
    monkeypatch.setattr(registry.importlib, "import_module", fail)
    with pytest.raises(ModuleNotFoundError, match="other"):
        registry.find(CLAIM)


@pytest.mark.parametrize("name", [None, 3, b"additive.lem2", ["additive.lem2"]])
def test_what_is_no_name_is_bad_input(name):
    with pytest.raises(BadInput, match="the id of a claim"):
        registry.find(name)


def test_a_changed_source_is_noticed(monkeypatch):
    digests = registry.source_digests()
    assert {"theorems/catalogue.toml", "kernel/domain.py", "mechanisms/base.py"} <= set(digests)
    changed = {**digests, "kernel/domain.py": "0"}
    monkeypatch.setattr(registry, "source_digests", lambda: changed)
    monkeypatch.setattr(registry, "index", lambda: {"claims": {}, "sources": digests})
    assert not registry.index_is_current.__wrapped__()
    monkeypatch.setattr(registry, "source_digests", lambda: digests)
    assert registry.index_is_current.__wrapped__()


def test_what_is_committed_is_about_the_claims_as_they_are():
    lines = registry.index()["claims"]
    assert list(registry.in_order(lines)) == list(registry.registry())
    for name, claim in registry.registry().items():
        assert lines[name]["digest"] == digest_of(claim), "stale: run 'make derivations'"
        assert lines[name]["module"] == claim.module


def test_what_is_committed_is_about_the_sources_as_they_are():
    said = registry.index()["sources"].items()
    changed = sorted({name for name, _ in said ^ registry.source_digests().items()})
    assert changed == [], "stale: run 'make index', which takes seconds"


def test_stored_results_are_told_from_claims_that_have_none(unformalised):
    results, without = stored([CLAIM, unformalised])
    assert [result.id for result in results] == [CLAIM]
    assert without == [unformalised]
