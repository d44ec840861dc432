"""The errors that a user can meet, each with one clear sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class DpproofsError(Exception):
    """Base class of every error raised on purpose by this package.

    Examples
    --------
    >>> import dpproofs as dp
    >>> issubclass(dp.BadInput, dp.DpproofsError)
    True
    """


class BadInput(DpproofsError, ValueError):
    """An argument outside what is accepted.

    Parameters
    ----------
    argument
        Name of the argument as the caller wrote it.
    value
        What was given.
    accepted
        What would be accepted, as a noun phrase ("a number > 0").

    Examples
    --------
    >>> import dpproofs as dp
    >>> try:
    ...     dp.Laplace(epsilon=-1)
    ... except dp.BadInput as problem:
    ...     print(problem)
    epsilon = -1, but should be a number in (0, inf)
    """

    def __init__(self, argument: str, value: object, accepted: str) -> None:
        super().__init__(f"{argument} = {_short(value)}, but should be {accepted}")
        self.argument = argument
        self.value = value
        self.accepted = accepted


OPTIONS = {"--input": "inputs", "--shift": "shifts", "--arg": "arguments"}  # to Python's names


@contextmanager
def python_names() -> Iterator[None]:
    """Have errors in a block, which was called from Python, speak of arguments and of no options.

    Raises
    ------
    BadInput
        As the block raised it, but for the argument's name.
    """
    try:
        yield
    except BadInput as error:
        option, _, rest = error.argument.partition(" ")
        if not option.startswith("--"):
            raise
        name = OPTIONS.get(option, option.removeprefix("--").replace("-", "_"))
        raise BadInput(f"{name} {rest}".strip(), error.value, error.accepted) from error


class MalformedCertificate(DpproofsError, ValueError):
    """A certificate that cannot be read, with the place and the reason."""


class UnsupportedExpression(DpproofsError, ValueError):
    """An expression outside the fixed list of nodes that certificates may hold."""


def _short(value: object) -> str:
    """A repr that fits on one line whatever the value is: its ends, as a path's name comes last."""
    text = " ".join(repr(value).split())
    return text if len(text) <= 80 else f"{text[:40]}…{text[-39:]}"


def shortened(text: str, limit: int = 100) -> str:
    """The beginning of a long text."""
    return text if len(text) <= limit else text[: limit - 1] + "…"
