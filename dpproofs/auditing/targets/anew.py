"""Samplers with a memory: made anew for every draw, or asked several times for one outcome."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.target import Argument, Target
from dpproofs.auditing.targets.additive import AdditiveTarget
from dpproofs.auditing.targets.callables import PythonTarget, target_of
from dpproofs.auditing.targets.drawing import Drawing
from dpproofs.auditing.targets.handed_out import copied
from dpproofs.auditing.targets.signature import given, parameters_of, value_parameter
from dpproofs.kernel.errors import BadInput

Analyst: TypeAlias = Callable[[Callable[..., Any]], object]


@dataclass(frozen=True)
class Anew:
    """Makes an object and calls it."""

    make: Callable[[], Any]

    def __call__(self, *given_: Any, **named: Any) -> Any:
        return self.make()(*given_, **named)


@dataclass(frozen=True)
class NoiseAnew:
    """Makes an object for each draw of its noise."""

    make: Callable[[], Any]

    def __call__(self, count: int, rng: np.random.Generator) -> Any:
        return np.concatenate([np.atleast_1d(self._drawing()(1, rng)) for _ in range(count)])

    def _drawing(self) -> Drawing:
        made = self.make()
        return Drawing.of(made) or Drawing.by(made)


@dataclass(frozen=True)
class Session:
    """Makes an object, asks it several times at one input, and returns all of its answers.

    Attributes
    ----------
    make
        Makes the object.
    calls
        How many calls there are; or an analyst, who is given a function that asks: its arguments go
        to the object behind the input, so that questions may depend on answers.
    """

    make: Callable[[], Any]
    calls: int | Analyst

    def __call__(self, *given_: Any, **named: Any) -> list[Any]:
        sampler, answers = self.make(), []

        def ask(*more: Any, **others: Any) -> Any:
            answers.append(copied(sampler(*given_, *more, **named, **others)))
            return answers[-1]

        try:
            if callable(self.calls):
                self.calls(ask)
            else:
                for _ in range(self.calls):
                    ask()
        except Exception as error:  # noqa: BLE001  # an engine whose budget is used up refuses
            answers.append(f"raised {type(error).__qualname__}")
        return answers


def anew(
    subject: Any,
    claim: PrivacyClaim,
    arguments: Mapping[str, Argument] | None = None,
    *,
    name: str = "",
    sessions: int | Analyst | None = None,
) -> Target:
    """The target that an object stands for, made anew for each draw or each session.

    Raises
    ------
    BadInput
        When the object is not a class or a function that makes a sampler (for sessions: nor a
        sampler itself), or sessions are no positive integer and nothing that can be called.
    """
    fine = callable(sessions) or (isinstance(sessions, int) and sessions > 0)
    if sessions is not None and not fine:
        raise BadInput("sessions", sessions, "a number of calls, or an analyst: f(ask)")
    target, make = (
        target_of(subject, claim, arguments, name=name),
        _maker(subject, claim, arguments),
    )
    if make is None and sessions is None:
        accepted = "left out unless TARGET is a class, or a function that makes a sampler"
        raise BadInput("fresh", True, accepted)
    if isinstance(target, PythonTarget):
        function: Any = target.function
        if make is None:
            make = lambda: function  # noqa: E731
        called = Anew(make) if sessions is None else Session(make, sessions)
        return replace(target, function=called, sized=False, finder=None)
    if isinstance(target, AdditiveTarget) and make is not None and sessions is None:
        return replace(target, sampler=NoiseAnew(make), finder=None)
    raise BadInput("fresh or sessions", target.about.name, "what is called with an input")


def _maker(
    subject: Any, claim: PrivacyClaim, arguments: Mapping[str, Argument] | None
) -> Callable[[], Any] | None:
    """What makes the sampler; None where the subject is one."""
    if not callable(subject) or isinstance(subject, Target) or Drawing.of(subject):
        return None
    parameters = parameters_of(subject)
    passed = given(parameters, claim, arguments or {}, getattr(subject, "__name__", "TARGET"))
    maker = inspect.isclass(subject) or (
        value_parameter(parameters, passed) is None and "size" not in parameters
    )
    return partial(subject, **passed) if maker else None
