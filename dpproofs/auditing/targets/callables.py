"""Samplers written in Python: functions, objects that draw noise, and what makes either."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from inspect import Parameter
from typing import Any

import numpy as np

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.frames import plainly
from dpproofs.auditing.labels import Failure
from dpproofs.auditing.neighbours import vectors
from dpproofs.auditing.target import (
    About,
    Argument,
    BatchFailed,
    Draws,
    Pair,
    Target,
    TargetError,
)
from dpproofs.auditing.targets.additive import (
    AdditiveTarget,
    Finder,
    FoundByName,
    integer_pairs,
    landmarks_of,
)
from dpproofs.auditing.targets.calls import PATIENCE, SILENT, OutOfTime, answers
from dpproofs.auditing.targets.drawing import Drawing
from dpproofs.auditing.targets.families import computed_of
from dpproofs.auditing.targets.handed_out import HandedOut, Overwritten
from dpproofs.auditing.targets.naming import last_line
from dpproofs.auditing.targets.outputs import called, checked, outcomes_of
from dpproofs.auditing.targets.signature import given, parameters_of, require, value_parameter
from dpproofs.auditing.targets.vector_noise import VectorNoiseTarget, shape_of, steps_of
from dpproofs.kernel.errors import BadInput

HOPELESS = 3  # calls without an answer, before there was any
DRAWING = (
    "randomise",
    "randomize",
    "quick_result",
    "invoke",
    "release",
    "draw",
    "noise",
    "add_noise",
)


@dataclass(frozen=True)
class PythonTarget(FoundByName, Target):
    """A callable from a value to a noisy value.

    Attributes
    ----------
    function
        The callable.
    passed
        What it is given by name besides the value.
    keyword
        The name by which it takes the value; empty for its first position.
    sized
        Whether ``size=n`` gives n draws at once.
    uses_rng
        Whether it takes ``rng=``, a NumPy generator, which then decides the draws.
    integers
        Whether its values are integers, by the annotation of the parameter.
    space
        The dimension and the norm of its values, where they are known to be vectors.
    patience
        Seconds after which a call has no answer.
    handed_out
        Copies each answer when it arrives.
    """

    about: About
    function: Any
    passed: Mapping[str, Any]
    keyword: str = ""
    sized: bool = False
    uses_rng: bool = False
    integers: bool = False
    space: tuple[int, str] | None = None
    patience: float = PATIENCE
    finder: Finder | None = field(default=None, compare=False, repr=False)
    handed_out: HandedOut = field(default_factory=HandedOut, compare=False, repr=False)

    @property
    def seeded(self) -> bool:
        return self.uses_rng

    @property
    def anywhere(self) -> bool:
        return self.integers and self.space is None

    def draw(self, value: Any, count: int, rng: np.random.Generator) -> Draws:
        call, whose = self._call(value, rng), f"{self.about.name} at the input {value!r}"
        try:
            keep = self.handed_out.copied
            draws = keep(call(size=count)) if self.sized else [keep(call()) for _ in range(count)]
        except Overwritten as error:
            raise TargetError(f"{whose} {error}") from error
        except (KeyboardInterrupt, OutOfTime):
            raise
        except BaseException as error:  # also SystemExit, and panics of libraries in Rust
            raise TargetError(f"{whose} raised {last_line(error)}") from error
        return checked(draws, count, whose)

    def outcomes(self, value: Any, count: int, rng: np.random.Generator) -> Draws | Sequence[Any]:
        call, whose = self._call(value, rng), f"{self.about.name} at the input {value!r}"
        try:
            if self.sized:
                return outcomes_of(self._at_once(call, count, whose), count, whose)
            first = self._first(call, whose)
            return called(call, count, whose, self.patience, self._kept, first)
        except Overwritten as error:
            raise TargetError(f"{whose} {error}") from error

    def _kept(self, answer: Any) -> Any:
        return plainly(self.handed_out.copied(answer))

    def _first(self, call: Any, whose: str) -> Sequence[Any]:
        """One answer, where there was none before.

        Raises
        ------
        TargetError
            When no call is answered in time: as outcomes, so many would take for ever.
        """
        if self.handed_out.some:
            return ()
        for _ in range(HOPELESS):
            found = answers(call, 1, self.patience, self._kept)
            if not (isinstance(found[0], Failure) and found[0].label.startswith(SILENT)):
                return found
        raise TargetError(f"{whose} gave no answer within {self.patience:g} s, {HOPELESS} times")

    def _at_once(self, call: Any, count: int, whose: str) -> Any:
        """What one call gives; a failure costs all of its draws, so that it is the target's."""
        keep = self.handed_out.copied
        (found,) = answers(partial(call, size=count), 1, self.patience, keep)
        if isinstance(found, Failure):
            if count == 1:
                return [found]
            said = f"raised {found.detail}" if found.detail else found.label
            raise BatchFailed(f"{whose} {said} when asked for {count} draws at once")
        return found

    def one_by_one(self) -> PythonTarget:
        """The same target, called for one draw at a time."""
        one = partial(_single, self.function)
        return replace(self, function=one, sized=False, finder=None)

    def _call(self, value: Any, rng: np.random.Generator) -> Any:
        options = dict(self.passed)
        if self.uses_rng:
            options["rng"] = rng
        if self.keyword:
            return partial(self.function, **options, **{self.keyword: value})
        return partial(self.function, value, **options)

    def pairs(self, claim: PrivacyClaim) -> Sequence[Pair] | None:
        if self.space is not None:
            dimension, norm = self.space
            return vectors([[0.0] * dimension], claim.sensitivity, norm)
        return integer_pairs(claim) if self.integers else None


def _single(function: Any, *given: Any, **named: Any) -> Any:
    """One draw of a function that takes a size."""
    drawn = function(*given, size=1, **named)
    return drawn[0] if np.ndim(drawn) or isinstance(drawn, list | tuple) else drawn


def target_of(
    subject: Any,
    claim: PrivacyClaim,
    arguments: Mapping[str, Argument] | None = None,
    *,
    name: str = "",
    finder: Finder | None = None,
) -> Target:
    """The target that a Python object stands for.

    - An object with ``sample(size, rng=)`` or ``rvs(size, random_state=)`` draws noise, which is
      added to the input.
    - A class is called with the claim's epsilon, delta and sensitivity where its signature names
      them, and with the arguments, which override these. So is a function whose parameters are all
      given in this way. What they make is the sampler.
    - A function of which only ``size`` and perhaps ``rng`` are left draws noise as well.
    - Any other callable goes from the input to a noisy value. The input is its first parameter
      that is not given otherwise. It is called as ``f(value)``, or as ``f(value, size=n)`` when its
      signature has ``size``, and with ``rng=`` when it has ``rng``.

    Parameters
    ----------
    name
        What the object was found by; left out for one that has none.
    finder
        What finds the target again by that name, in another process.

    Raises
    ------
    BadInput
        When the object is none of these, or does not take the arguments.
    """
    about = _about(subject, name, arguments or {})
    target = _target(subject, claim, about)
    if finder and isinstance(target, PythonTarget | AdditiveTarget | VectorNoiseTarget):
        return replace(target, finder=finder)
    return target


def _target(subject: Any, claim: PrivacyClaim, about: About) -> Target:
    if isinstance(subject, Target):
        return subject
    if Drawing.of(subject):
        return _noise(_frozen(subject, about), claim, about)
    if about.arguments.get("exact") is True and hasattr(subject, "sample_exact"):
        return _exact(subject, claim, about)
    return _called(subject, claim, about)


def _called(subject: Any, claim: PrivacyClaim, about: About) -> Target:
    """Of what is called: a sampler, or what makes one."""
    if not callable(subject):
        raise BadInput(
            "TARGET", about.name, f"something to call, not {_kind(subject)}{_hint(subject)}"
        )
    parameters = _bound(parameters_of(subject), about)
    passed = given(parameters, claim, about.arguments, about.name)
    if not inspect.isclass(subject):
        value = value_parameter(parameters, passed)
        if value:
            return _function(subject, value, passed, about)
        if "size" in parameters:
            require(parameters, passed, about.name, "size", "rng")
            return _noise(partial(subject, **passed), claim, about)
    require(parameters, passed, about.name)
    made = _made(partial(subject, **passed), about)
    if isinstance(made, Target):
        return made
    if Drawing.of(made):
        return _noise(made, claim, about)
    value = value_parameter(parameters_of(made), {}) if callable(made) else None
    if value is None:
        accepted = f"a sampler or what makes one; called, it made {_kind(made)}{_hint(made)}"
        raise BadInput("TARGET", about.name, accepted)
    return _function(made, value, {}, about)


def _exact(subject: Any, claim: PrivacyClaim, about: About) -> Target:
    """Of a class of mechanisms: its exact sampler, which adds the noise itself if it can."""
    parameters = parameters_of(subject)
    others = {name: value for name, value in about.arguments.items() if name != "exact"}
    passed = given(parameters, claim, others, about.name)
    require(parameters, passed, about.name)
    made = _made(partial(subject, **passed), about)
    draw = made.sample_exact
    if "value" in parameters_of(draw):
        target = _function(draw, parameters_of(draw)["value"], {}, about)
        return replace(target, space=shape_of(made))
    return AdditiveTarget(about, Drawing.by(draw), known=computed_of(made)).tried()


def _bound(parameters: dict[str, Parameter], about: About) -> dict[str, Parameter]:
    """The parameters, unless they are those of a method without its object."""
    if next(iter(parameters), "") == "self":
        accepted = "a function, or a method of an object: it is one of a class, and needs self"
        raise BadInput("TARGET", about.name, accepted)
    return parameters


def _function(
    function: Any, value: Parameter, passed: Mapping[str, Any], about: About
) -> PythonTarget:
    parameters = parameters_of(function)
    require(parameters, passed, about.name, value.name, "size", "rng")
    first = next(iter(parameters)) == value.name
    named = (value.KEYWORD_ONLY,) if first else (value.KEYWORD_ONLY, value.POSITIONAL_OR_KEYWORD)
    return PythonTarget(
        about,
        function,
        passed,
        keyword=value.name if value.kind in named else "",
        sized="size" in parameters,
        uses_rng="rng" in parameters,
        integers=value.annotation in (int, "int"),
    )


def _noise(noise: Any, claim: PrivacyClaim, about: About) -> AdditiveTarget | VectorNoiseTarget:
    """Of an object that draws, or a function that does."""
    drawing = Drawing.of(noise) or Drawing.by(noise)
    shape = shape_of(noise)
    if shape is not None:
        steps = steps_of(noise)
        return VectorNoiseTarget(about, drawing, *shape, bool(drawing.generator), steps)
    return AdditiveTarget(
        about,
        drawing,
        uses_rng=bool(drawing.generator),
        known=computed_of(noise),
        steps=landmarks_of(noise, claim),
    ).tried()


def _frozen(subject: Any, about: About) -> Any:
    """The subject with the arguments set: SciPy's distributions take some, other objects none."""
    if hasattr(subject, "freeze"):
        return _made(partial(subject.freeze, **about.arguments), about)
    if about.arguments:
        raise BadInput("--arg", dict(about.arguments), "left out for an object that exists already")
    return subject


def _made(make: partial[Any], about: About) -> Any:
    try:
        return make()
    except BadInput:
        raise
    except (Exception, SystemExit) as error:
        passed = ", ".join(f"{name}={value!r}" for name, value in make.keywords.items())
        accepted = f"what can be made with {passed or 'no arguments'}; it raised {last_line(error)}"
        raise BadInput("TARGET", about.name, accepted) from error


def _about(subject: Any, name: str, arguments: Mapping[str, Argument]) -> About:
    """The library is the package that the object comes from, where that has a version."""
    own = getattr(subject, "__qualname__", None) or type(subject).__qualname__
    home = getattr(subject, "__module__", None) or type(subject).__module__
    library = name.partition(":")[0].partition(".")[0] or str(home).partition(".")[0]
    version = getattr(sys.modules.get(library), "__version__", "")
    return About(name or own, library if version else "", str(version), dict(arguments))


def _hint(subject: Any) -> str:
    """Which method of an object may be meant: one by the name that libraries give to a draw."""
    named = [name for name in DRAWING if callable(getattr(subject, name, None))]
    return f"; pass its method, as in {type(subject).__name__.lower()}.{named[0]}" if named else ""


def _kind(subject: Any) -> str:
    return "None" if subject is None else f"an object of type {type(subject).__name__}"
