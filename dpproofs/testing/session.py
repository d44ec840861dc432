"""The session: its budget, its seed, the verdicts it has stored. Standard library only."""

from __future__ import annotations

import hashlib
import secrets
import shlex
import threading
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from dpproofs.testing.budget import Ledger
from dpproofs.testing.examples import example

ALPHA = 0.05
SECONDS = 5.0  # for a check

T = TypeVar("T")


@dataclass(frozen=True)
class Allotment:
    """What one execution of a check may use.

    Attributes
    ----------
    level
        The probability, at most, with which it may fail on a correct sampler; 0 for a check that
        draws no conclusion from chance.
    seed
        Of its randomness.
    seconds
        That it may take, about: of the processor.
    power
        The share of the noise that is needed which has to show, where there is noise.
    """

    level: float
    seed: int
    seconds: float
    power: float | None = None


@dataclass
class Session:
    """One run of tests, or one worker of it.

    Attributes
    ----------
    ledger
        The budget of this process.
    seed
        Of the whole session; every check derives its own.
    seconds
        For a check, unless its test is marked otherwise.
    power
        That every check of privacy needs, unless its test is marked otherwise; None for any.
    test
        The test that runs, by its id.
    options
        Of pytest, that make the same session again.
    records
        What the checks of the test found, as plain data: it travels between processes.
    told
        How many of them are on a report already.
    """

    ledger: Ledger
    seed: int
    seconds: float = SECONDS
    power: float | None = None
    test: str = ""
    options: str = ""
    records: list[dict[str, Any]] = field(default_factory=list)
    told: int = 0
    _marked: Mapping[str, float] = field(default_factory=dict)
    _ordinal: int = 0
    _example: Any = None
    _executions: dict[str, int] = field(default_factory=dict)
    _stored: dict[Hashable, Any] = field(default_factory=dict)
    _lock: Any = field(default_factory=threading.RLock)

    def begin(self, test: str, marked: Mapping[str, float] | None = None) -> None:
        """A test starts, perhaps again: a rerun is a check of its own, with fresh draws.

        What its marker says is by name: ``budget`` and ``power``.
        """
        with self._lock:
            self.test, self._marked = test, marked or {}
            self._executions[test] = self._executions.get(test, 0) + 1
            self._ordinal, self._example, self.records, self.told = 0, None, [], 0

    def once(self, name: str, statistical: bool, make: Callable[[Allotment], T]) -> T:
        """Make a check, with an allotment of its own.

        Inside a Hypothesis test the same check of the same example has the verdict that it had
        before: shrinking and replay look at what was seen, and never draw again.
        """
        key, known = self._place(name)
        if known and key in self._stored:
            found: T = self._stored[key]
            return found
        with self._lock:
            level = self.ledger.next() if statistical else 0.0
        power = self._marked.get("power", self.power)
        made = make(Allotment(level, derived(self.seed, *key), self.allowed, power))
        if known:
            self._stored[key] = made
        return made

    @property
    def allowed(self) -> float:
        """Seconds for a check of the test that runs."""
        return self._marked.get("budget", self.seconds)

    def reproduce(self) -> str:
        """The command that runs the test again as it ran here."""
        return f"pytest {shlex.quote(self.test)} {self.options}".rstrip()

    def _place(self, name: str) -> tuple[tuple[Any, ...], bool]:
        """What identifies the execution of a check, and whether it is one of an example."""
        with self._lock:
            drawn = example()
            if drawn is not None and drawn.owner is not self._example:
                self._example, self._ordinal = drawn.owner, 0
            self._ordinal += 1
            if drawn is not None:
                return (self.test, "example", drawn.choices, self._ordinal, name), True
            return (self.test, self._executions.get(self.test, 0), self._ordinal, name), False


def derived(seed: int, *place: Hashable) -> int:
    """A seed of 64 bits for one place of a session: it does not depend on the order of tests."""
    text = repr((seed, *place)).encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:8], "big")


def fresh_seed() -> int:
    """A seed that nobody chose, short enough to be copied."""
    return secrets.randbits(32)


_open: list[Session] = []  # a session of tests may run inside a test


def current() -> Session | None:
    """The innermost session; None outside of pytest, and where the plugin is switched off."""
    return _open[-1] if _open else None


def enter(session: Session) -> None:
    """Make a session the current one."""
    _open.append(session)


def leave(session: Session) -> None:
    """Take a session away, if it is there."""
    if session in _open:
        _open.remove(session)
