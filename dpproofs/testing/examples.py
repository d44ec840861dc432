"""Which example of a Hypothesis test is being run, without importing Hypothesis."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any


def expect_no_deadline() -> None:
    """Check that a test of Hypothesis that runs lets checks take their time.

    Raises
    ------
    BadInput
        When it has a deadline.
    """
    if example() is None:
        return
    from dpproofs.kernel.errors import BadInput  # every run of pytest loads this module

    deadline = getattr(sys.modules["hypothesis"].settings.default, "deadline", None)
    if deadline is not None:
        milliseconds = f"{deadline.total_seconds() * 1000:g} ms"
        accepted = "None, by @settings(deadline=None): all checks take longer"
        raise BadInput("deadline", milliseconds, accepted)


@dataclass(frozen=True)
class Example:
    """An example.

    Attributes
    ----------
    owner
        An object of its own for each run of an example.
    choices
        All that Hypothesis has chosen for it so far, as text: equal for equal examples.
    """

    owner: Any
    choices: str


def example() -> Example | None:
    """The example that runs; None outside of Hypothesis tests.

    Hypothesis has no public name for the choices of an example. Where they are not found, as with
    a version that keeps them elsewhere, there is no example, and a check draws afresh each time.
    """
    control = sys.modules.get("hypothesis.control")
    if control is None:
        return None
    context = getattr(getattr(control, "_current_build_context", None), "value", None)
    data: Any = getattr(context, "data", None)
    choices = getattr(data, "choices", None)
    if choices is None:
        return None
    return Example(data, repr(tuple(choices)))
