"""Sampling as a command line says it: a rate, or a scheme and its numbers; and in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dpproofs.kernel.errors import BadInput

if TYPE_CHECKING:
    from dpproofs.privacy.composition import Sampling

NEIGHBOURS = ("add-or-remove", "add", "remove", "replace")
ACCEPTED = (
    "Q, poisson:Q, without-replacement:M/N, with-replacement:M/N or shuffled:B, where M and N are"
    " numbers of records and B one of batches"
)


def sampling(text: str, neighbours: str | None) -> str | Sampling:
    """The sampling that is asked for; a rate alone stays what it is.

    Raises
    ------
    BadInput
        For an unknown scheme, numbers that are not those of the scheme or out of its domain, and
        neighbours for which there is no theorem.
    """
    scheme, colon, numbers = text.partition(":")
    if not colon and neighbours is None:
        return text
    chosen = {} if neighbours is None else {"neighbours": neighbours.replace("-", " ")}
    make, names = _scheme(scheme if colon else "poisson", text)
    values = numbers.split("/") if len(names) == 2 else [numbers if colon else text]
    if names == ("rate",):
        return make(values[0], **chosen)
    if len(values) != len(names) or not all(part.isascii() and part.isdigit() for part in values):
        raise BadInput("--sampling", text, ACCEPTED)
    return make(*map(int, values), **chosen)


def _scheme(name: str, text: str) -> tuple[Callable[..., Sampling], tuple[str, ...]]:
    """What makes a sampling, and the numbers that it takes."""
    from dpproofs.privacy.composition import Sampling

    known: dict[str, tuple[Callable[..., Sampling], tuple[str, ...]]] = {
        "poisson": (Sampling.poisson, ("rate",)),
        "without-replacement": (Sampling.without_replacement, ("batch", "records")),
        "with-replacement": (Sampling.with_replacement, ("batch", "records")),
        "shuffled": (Sampling.shuffled, ("batches",)),
    }
    if name not in known:
        raise BadInput("--sampling", text, ACCEPTED)
    return known[name]


def words(way: Sampling) -> str:
    """What is said of the sampling of a composition's rounds, after their noise."""
    usual = way.scheme == "poisson" and way.neighbours == "add or remove"
    if usual and way.is_all:
        return ""
    if way.batch is not None:
        records = int(way.batch / way.rate)
        drawn = f"a batch of {way.batch:,} of {records:,} records in each, {way.scheme}"
    elif way.scheme == "shuffled":
        drawn = f"{int(1 / way.rate):,} shuffled batches an epoch"
    else:
        drawn = f"a record in each with probability {float(way.rate):g}"
    return f", {drawn}" if usual else f", {drawn}; neighbours {way.neighbours} a record"
