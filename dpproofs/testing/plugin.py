"""The pytest plugin: one error budget for the session, and a section with what was found.

Every run of pytest in the environment loads this module: it imports pytest and the standard
library, and what it needs beyond them only when a check is made.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any

import pytest

from dpproofs.testing.budget import Ledger, share_of_worker
from dpproofs.testing.session import Session, enter, fresh_seed, leave
from dpproofs.testing.settings import Settings, add_options, read_settings

KEY = pytest.StashKey[Session]()
ASKED = pytest.StashKey[Settings]()
STARTED = pytest.StashKey[int]()  # how many workers the controller has set up
WEIGHTS = {"assert_private": 1, "assert_private_on": 1, "check_sampler": 16}  # checks in a call
EXAMPLES = 20  # of a Hypothesis test, for the plan


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options."""
    add_options(parser)


def pytest_configure(config: pytest.Config) -> None:
    """Open the session, with the share of its budget that this process has."""
    config.addinivalue_line(
        "markers",
        "dpproofs(budget=seconds, power=share, checks=number): processor seconds for a check of"
        " this test, the power that it needs, and how many statistical checks it makes, for the"
        " division of the session's error budget",
    )
    settings = read_settings(config)
    given = getattr(config, "workerinput", {}).get("dpproofs")  # from the controller of xdist
    alpha, seed = settings.alpha, config.getoption("--dpproofs-seed")
    if given is not None:
        alpha, seed = alpha * given["share"], given["seed"]
    seed = fresh_seed() if seed is None else seed
    session = Session(Ledger(alpha), seed, settings.budget, settings.power)
    session.options = f"--dpproofs-seed {seed}{settings.options}"
    config.stash[KEY], config.stash[STARTED], config.stash[ASKED] = session, 0, settings
    verbose = config.option.verbose > 0
    records = Records(session, settings.alpha, verbose=verbose)
    config.pluginmanager.register(records, "dpproofs-records")
    enter(session)


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
    """The promise, where options speak of it."""
    return _promise(config) if config.stash[ASKED].given else []


def pytest_report_collectionfinish(
    config: pytest.Config, items: Sequence[pytest.Item]
) -> list[str]:
    """The promise, where a test uses it."""
    used = not config.stash[ASKED].given and any(map(_checks, items))
    return _promise(config) if used else []


def _promise(config: pytest.Config) -> list[str]:
    """The promise, and what is needed to have the same session again."""
    asked = config.stash[ASKED]
    origin = "fresh" if config.getoption("--dpproofs-seed") is None else "given"
    spent = f"{asked.budget:g} s for a check"
    if asked.power is not None:
        spent += f", power {asked.power:g}"
    return [
        f"dpproofs: alpha {asked.alpha:g} for the session",
        f"dpproofs: seed {config.stash[KEY].seed} ({origin}), {spent}",
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
    odd = [*map(repr, marker.args), *sorted(marker.kwargs.keys() - {"budget", "checks", "power"})]
    if odd:
        accepted = "but should have budget=, checks= and power= only"
        raise pytest.UsageError(f"{item.nodeid}: marker dpproofs has {odd[0]}, {accepted}")
    for name, value in marker.kwargs.items():
        most, accepted = (1.0, "in (0, 1)") if name == "power" else (math.inf, "> 0")
        if not (isinstance(value, int | float) and 0 < value < most):
            told = f"marker dpproofs: {name} = {value!r}, but should be a number {accepted}"
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
    item.config.stash[KEY].begin(item.nodeid, _marked(item))


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
    weakest = min(filter(None, (each["power"] for each in fresh)), key=_seen, default=None)
    if weakest is not None:
        item.user_properties.append((f"{PREFIX}power", weakest["text"]))
    report = yield
    if fresh:
        report.dpproofs = fresh  # type: ignore[attr-defined]
    return report


PREFIX = "dpproofs."


def _seen(power: Mapping[str, Any]) -> tuple[float, float]:
    """A key by which the weakest power comes first: the noise it sees, or else the leaks."""
    scale, leak = power["scale"], power["leak"]
    return (math.inf if scale is None else scale, -1.0 if leak is None else -leak)


def _ours(name: str) -> bool:
    """Whether a property is one of an earlier run of the same test."""
    return name.startswith(PREFIX)


class Records:
    """What the checks of a run found: it reads reports, which come from workers as well."""

    def __init__(self, session: Session, alpha: float, *, verbose: bool) -> None:
        self.session, self.alpha, self.verbose = session, alpha, verbose
        self.powers: dict[tuple[str, str], dict[str, Any]] = {}
        self.spent, self.checks = 0.0, 0
        self.bad: dict[tuple[str, str], dict[str, Any]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Of several findings of one check in one test, such as examples, the last is kept."""
        for record in getattr(report, "dpproofs", ()):
            self.spent += record["level"]
            self.checks += record["level"] > 0
            if record["power"] is not None:
                self.powers[report.nodeid, record["check"]] = record["power"]
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
        if self.verbose:
            for (test, check), power in self.powers.items():
                terminalreporter.line(f"{test}: {check} would have shown {power['text']}")
        plural = "" if self.checks == 1 else "s"
        terminalreporter.line(
            f"spent {self.spent:.3g} of alpha {self.alpha:g} on {self.checks} statistical"
            f" check{plural}; seed {self.session.seed}"
        )
        if self.powers:
            (test, _), power = min(self.powers.items(), key=lambda each: _seen(each[1]))
            terminalreporter.line(f"weakest check: {test} would have shown {power['text']}")
