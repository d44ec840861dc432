"""Inputs that a target does not take: how it answers there, every time."""

from __future__ import annotations

from collections.abc import Sequence

from dpproofs.auditing.labels import CODE, failures, label_of
from dpproofs.auditing.sampler.tally import Tally


def refused(tallies: Sequence[Tally], *, raising: bool) -> bool:
    """Whether two inputs are none for a target, by its first answers there.

    Both fail in the same way, always, whatever is said about it. Where ``raising`` is enough, at
    inputs of our own choice, one that raises an exception, always, lies outside of what the target
    takes. At inputs that somebody called neighbours, or in a domain that was given, it is a
    difference between the two.
    """
    codes = [
        {code for tally in tallies for code in failures(tally.sample[side]).tolist()}
        for side in (0, 1)
    ]
    ways = [{label_of(code).partition(":")[0] for code in found} for found in codes]
    fails = [
        len(found) == 1 and max(those) <= CODE for found, those in zip(ways, codes, strict=True)
    ]
    raises = [
        fail and min(found).startswith("raised") for fail, found in zip(fails, ways, strict=True)
    ]
    return (all(fails) and ways[0] == ways[1]) or (raising and any(raises))


def why(tallies: Sequence[Tally]) -> str:
    """What was said about a failure, or what kind it was."""
    ways = [label_of(code) for code in failures(tallies[0].sample[0]).tolist()[:1]]
    return next((tally.said for tally in tallies if tally.said), *ways)
