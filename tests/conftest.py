"""Settings for every test."""

import os
import sys

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes says nothing of the code: it depends on how busy the machine is.
settings.register_profile("tests", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes():
    """Keep workers from being traced from their start, as subprocesses: pytest-cov traces them.

    A worker's own Coverage sets the variable again, for the programs that its tests start.
    """
    os.environ.pop("COVERAGE_PROCESS_CONFIG", None)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item):
    """Run what is marked `no_cover` without any tracer: pytest-cov pauses one of a worker's two."""
    tracer = sys.gettrace()
    if item.get_closest_marker("no_cover") is None or tracer is None:
        return (yield)
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)
