"""The pytest plugin: one error budget for the session, and a section with what was found.

Every run of pytest in the environment loads this module: it imports pytest and the standard
library, and what it needs beyond them only when a check is made.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Generator, Iterable
from typing import Any

import pytest

from dpproofs.testing.budget import Ledger, share_of_worker
from dpproofs.testing.session import ALPHA, SECONDS, Session, enter, fresh_seed, leave

KEY = pytest.StashKey[Session]()
STARTED = pytest.StashKey[int]()  # how many workers the controller has set up
WEIGHTS = {"assert_private": 1, "assert_private_on": 1, "check_sampler": 16}  # checks in a call
EXAMPLES = 20  # of a Hypothesis test, for the plan


def pytest_addoption(parser: pytest.Parser) -> None:
    """The three options."""
    group = parser.getgroup("dpproofs", "privacy of samplers (dpproofs)")
    group.addoption(
        "--dpproofs-alpha",
        type=_level,
        default=ALPHA,
        metavar="A",
        help="probability, at most, that a session fails on correct samplers (default: 0.05)",
    )
    group.addoption(
        "--dpproofs-budget",
        type=_seconds,
        default=SECONDS,
        metavar="S",
        help="seconds for a check, about (default: 5)",
    )
    group.addoption(
        "--dpproofs-seed",
        type=_seed,
        default=None,
        metavar="N",
        help="seed of the session (default: a fresh one, which the header shows)",
    )


def _level(text: str) -> float:
    return _number("alpha", text, 1.0, "a number in (0, 1)")


def _seconds(text: str) -> float:
    return _number("budget", text, math.inf, "a number > 0")


def _number(name: str, text: str, below: float, accepted: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < below:
        raise argparse.ArgumentTypeError(f"{name} = {text}, but should be {accepted}")
    return number


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"seed = {text}, but should be an integer >= 0")
    return int(text)


def pytest_configure(config: pytest.Config) -> None:
    """Open the session, with the share of its budget that this process has."""
    config.addinivalue_line(
        "markers",
        "dpproofs(budget=seconds, checks=number): seconds for a check of this test, and how many"
        " statistical checks it makes, for the division of the session's error budget",
    )
    given = getattr(config, "workerinput", {}).get("dpproofs")  # from the controller of xdist
    alpha = config.getoption("--dpproofs-alpha")
    seed = config.getoption("--dpproofs-seed")
    if given is not None:
        alpha, seed = alpha * given["share"], given["seed"]
    session = Session(
        Ledger(alpha),
        fresh_seed() if seed is None else seed,
        config.getoption("--dpproofs-budget"),
    )
    session.options = _repeated(config, session.seed)
    config.stash[KEY], config.stash[STARTED] = session, 0
    whole = config.getoption("--dpproofs-alpha")
    config.pluginmanager.register(Records(session, whole), "dpproofs-records")
    enter(session)


def _repeated(config: pytest.Config, seed: int) -> str:
    """The options that make the same session again."""
    alpha, seconds = (config.getoption(f"--dpproofs-{name}") for name in ("alpha", "budget"))
    text = f"--dpproofs-seed {seed}"
    if alpha != ALPHA:
        text += f" --dpproofs-alpha {alpha:g}"
    if seconds != SECONDS:
        text += f" --dpproofs-budget {seconds:g}"
    return text


def pytest_unconfigure(config: pytest.Config) -> None:
    """Close the session."""
    if KEY in config.stash:
        leave(config.stash[KEY])


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Give a worker of pytest-xdist the session's seed and its share of the budget."""
    config = node.config
    number = config.stash[STARTED]
    config.stash[STARTED] = number + 1
    share = share_of_worker(number, node.workerinput["workercount"])
    node.workerinput["dpproofs"] = {"share": share, "seed": config.stash[KEY].seed}


def pytest_report_header(config: pytest.Config) -> list[str]:
    """The promise, and what is needed to have the same session again."""
    alpha = config.getoption("--dpproofs-alpha")
    seconds = config.getoption("--dpproofs-budget")
    origin = "fresh" if config.getoption("--dpproofs-seed") is None else "given"
    return [
        f"dpproofs: alpha {alpha:g} for the session",
        f"dpproofs: seed {config.stash[KEY].seed} ({origin}), {seconds:g} s for a check",
    ]


def pytest_collection_finish(session: pytest.Session) -> None:
    """Plan the division of the budget: it is fixed here, before anything is drawn."""
    workers = getattr(session.config, "workerinput", {}).get("workercount", 1)
    expected = sum(map(_checks, session.items))
    session.config.stash[KEY].ledger.planned = max(1, math.ceil(expected / workers))


def _marked(item: pytest.Item) -> dict[str, float]:
    """What the marker of a test says.

    Raises
    ------
    UsageError
        When it says something that means nothing.
    """
    marker = item.get_closest_marker("dpproofs")
    if marker is None:
        return {}
    odd = [*map(repr, marker.args), *sorted(marker.kwargs.keys() - {"budget", "checks"})]
    if odd:
        accepted = "but should have budget= and checks= only"
        raise pytest.UsageError(f"{item.nodeid}: marker dpproofs has {odd[0]}, {accepted}")
    for name, value in marker.kwargs.items():
        if not (isinstance(value, int | float) and 0 < value < math.inf):
            told = f"marker dpproofs: {name} = {value!r}, but should be a number > 0"
            raise pytest.UsageError(f"{item.nodeid}: {told}")
    return dict(marker.kwargs)


def _checks(item: pytest.Item) -> int:
    """How many statistical checks a test makes, as far as can be told from its text."""
    marked = _marked(item)
    if "checks" in marked:
        return int(marked["checks"])
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    if any(getattr(value, "dpproofs_statistical", False) for value in parameters.values()):
        return 1
    function = getattr(item, "obj", None)
    inner = getattr(getattr(function, "hypothesis", None), "inner_test", None)
    names: Iterable[str] = getattr(getattr(inner or function, "__code__", None), "co_names", ())
    weight = sum(WEIGHTS.get(name, 0) for name in names)
    return weight * EXAMPLES if inner is not None else weight


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test begins, or begins again."""
    item.config.stash[KEY].begin(item.nodeid, _marked(item).get("budget"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Attach to a report what checks found since the last one, also as properties for JUnit."""
    session = item.config.stash[KEY]
    if call.when == "setup":
        item.user_properties = [each for each in item.user_properties if not _ours(each[0])]
    fresh = session.records[session.told :]
    session.told = len(session.records)
    for check, record in {record["check"]: record for record in fresh}.items():
        item.user_properties += [
            (f"{PREFIX}{check}.{name}", record[name])
            for name in ("verdict", "level", "draws", "seed")
        ]
    report = yield
    if fresh:
        report.dpproofs = fresh  # type: ignore[attr-defined]
    return report


PREFIX = "dpproofs."


def _ours(name: str) -> bool:
    """Whether a property is one of an earlier run of the same test."""
    return name.startswith(PREFIX)


class Records:
    """What the checks of a run found: it reads reports, which come from workers as well."""

    def __init__(self, session: Session, alpha: float) -> None:
        self.session, self.alpha = session, alpha
        self.spent, self.checks = 0.0, 0
        self.bad: dict[tuple[str, str], dict[str, Any]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Of several findings of one check in one test, such as examples, the last is kept."""
        for record in getattr(report, "dpproofs", ()):
            self.spent += record["level"]
            self.checks += record["level"] > 0
            if record["verdict"] != "passed":
                expected = getattr(report, "wasxfail", None)
                self.bad[report.nodeid, record["check"]] = {**record, "expected": expected}

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """A section with each violation's witness, and how to have it again."""
        if not (self.checks or self.bad):
            return
        terminalreporter.section("dpproofs")
        for (test, check), record in self.bad.items():
            reason = record["expected"]
            if reason is not None:
                terminalreporter.line(f"{test}: {check}: failed, as expected ({reason})")
                continue
            terminalreporter.line(f"{test}: {check}: {record['verdict']}")
            for line in record["lines"]:
                terminalreporter.line(f"    {line}")
            terminalreporter.line(f"    reproduce: {record['reproduce']}")
        plural = "" if self.checks == 1 else "s"
        terminalreporter.line(
            f"spent {self.spent:.3g} of alpha {self.alpha:g} on {self.checks} statistical"
            f" check{plural}; seed {self.session.seed}"
        )
