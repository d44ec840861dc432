"""Settings for every test."""

import gc
import os
import sys
from contextlib import contextmanager, nullcontext

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes says nothing of the code: it depends on how busy the machine is.
settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")

# Formulas are many small objects that live long: looked through at every 700th, as is Python's
# habit, they cost an eighth of the time.
gc.set_threshold(100_000, 50, 100)

# Each parameter of these reaches something else: a branch that is held to, a claim's derivation.
EACH_TRACED = {
    "checkers", "coq", "deriving", "kernel", "logic", "render", "replaying", "testing",
    "test_cactus_certificate.py", "test_every_claim.py", "test_reprs.py",
}  # fmt: skip
# What else is in this folder runs the checkers and derivations again, which are traced elsewhere.
UNTRACED, BUT = "theorems", {"test_additive.py", "test_every_claim.py"}

# As the command line has it, and before anything loads SymPy.
os.environ.setdefault("SYMPY_CACHE_SIZE", "200000")

# As many tests run at a time as there are cores: threads of linear algebra would wait for each
# other, and a matrix takes several times as long. Workers, and programs that tests start, inherit.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# What a search finds in its time must not depend on tracing, or on what else a machine does.
os.environ.setdefault("DPPROOFS_PATIENCE", "8")

os.environ["DPPROOFS_CACHE"] = ""  # noise that another run has left must not stand in for solving


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes():
    """Keep workers from being traced from their start, as subprocesses: pytest-cov traces them.

    A worker's own Coverage sets the variable again, for the programs that its tests start.
    """
    os.environ.pop("COVERAGE_PROCESS_CONFIG", None)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Collect without any tracer in all workers but the first: they import the same lines."""
    if os.environ.get("PYTEST_XDIST_WORKER", "gw0") == "gw0":
        return (yield)
    with _untraced():
        return (yield)


def pytest_collection_modifyitems(items):
    """Examples that are drawn, and of a test's parameters all but the first, go untraced: they
    repeat what is covered. So do long tests that reach no line that others do not reach: these are
    marked `no_cover`.
    """
    seen = set()
    for item in items:
        test = getattr(item, "obj", None)
        repeats = test in seen or getattr(test, "is_hypothesis_test", False)
        parts = set(item.path.parts)
        if (UNTRACED in parts and not BUT & parts) or (repeats and not EACH_TRACED & parts):
            item.add_marker(pytest.mark.no_cover)
        seen.add(test)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_setup(item):
    """Make what is marked `no_cover` ready without any tracer."""
    with _untraced_if_marked(item):
        return (yield)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item):
    """Run what is marked `no_cover` without any tracer: pytest-cov pauses one of a worker's two."""
    with _untraced_if_marked(item):
        return (yield)


def _untraced_if_marked(item):
    return nullcontext() if item.get_closest_marker("no_cover") is None else _untraced()


@contextmanager
def _untraced():
    """No tracer here, nor in the programs that are started meanwhile."""
    tracer, started = sys.gettrace(), os.environ.get("COVERAGE_PROCESS_CONFIG")
    if tracer is None:
        yield
        return
    sys.settrace(None)
    os.environ.pop("COVERAGE_PROCESS_CONFIG", None)
    try:
        yield
    finally:
        sys.settrace(tracer)
        if started is not None:
            os.environ["COVERAGE_PROCESS_CONFIG"] = started


@pytest.fixture
def unformalised(monkeypatch):
    """A claim of the catalogue that nobody has written down: none is left in it."""
    from dpproofs.theorems import registry

    entry = registry.Entry("staircase.appB.lem99", "Appendix B, Lemma 99")
    known = {**registry.catalogue(), entry.id: entry}
    monkeypatch.setattr(registry, "catalogue", lambda: known)
    return entry.id
