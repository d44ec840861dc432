"""Privacy of defined noise whose density is constant on cells of one width."""

from __future__ import annotations

from fractions import Fraction

from dpproofs.replaying.calculus import ONE, ZERO, minus, number, put, times
from dpproofs.replaying.methods.existence import existing, half
from dpproofs.replaying.reader import Proposition, Rejected, Tree, need, symbols, text, tree
from dpproofs.replaying.task import Evidence, Task, method

CELLS = 200


@method("steps", "private", existence=text, width=tree)
def steps(task: Task, claim: Proposition, evidence: Evidence) -> None:
    """A shift by j + t cells, 0 <= t <= 1, gains what j and j + 1 cells gain, mixed in that ratio.

    So whole cells decide: for each shift up to the sensitivity the atom and the positive parts of
    f(cell) - e^epsilon f(cell + shift) are at most delta together. Negative shifts are the same, as
    f is even; no shift gains nothing, as epsilon and delta are not negative.
    """
    noise, width = claim["noise"], evidence["width"]
    existing(task, noise, evidence["existence"])
    side, atom = half(task, noise)
    fits = not side.integers and side.density.period is None
    need(fits, "not noise on the line with a density without a period")
    need(task.shows(ZERO, "<", width), "the width is not shown to be positive")
    factor: Tree = ("exp", claim["epsilon"])
    need(task.shows(ONE, "<=", factor), "e^epsilon is not shown to be at least 1")
    need(task.shows(atom, "<=", claim["delta"]), "the atom is not shown to be at most delta")
    cells = _cells(task, side.density.variable, [
        (put(value, side.at), upper and put(upper, side.at)) for value, upper in side.density.pieces
    ], width)  # fmt: skip
    for shift in range(1, _count(task, claim["sensitivity"], width) + 1):
        gains = [
            _gain(task, cells, place, shift, factor) for place in range(-len(cells), len(cells))
        ]
        total = ("add", atom, times(width, ("add", ZERO, ZERO, *gains)))
        need(task.shows(total, "<=", claim["delta"]), f"a shift by {shift} cells gains too much")


def _count(task: Task, length: Tree, width: Tree) -> int:
    """How many cells a length has."""

    def ratio(field: object) -> Fraction | None:
        value = field.value(times(length, ("pow", width, number(-1))))  # type: ignore[attr-defined]
        return field.constant(field.canonical(value))  # type: ignore[attr-defined,no-any-return]

    found = task.algebra.over(task.domain, ratio)
    if found is None or found.denominator != 1 or not 0 <= found <= CELLS:
        raise Rejected(f"a length is not shown to be that of up to {CELLS} cells")
    return int(found)


def _cells(task: Task, x: str, pieces: list[tuple[Tree, Tree | None]], width: Tree) -> list[Tree]:
    """The values right of the origin, up to where the density is 0 for good."""
    *inner, (last, _) = pieces
    need(x not in symbols(tuple(value for value, _ in pieces)), "a piece is not constant")
    need(task.shows(last, "==", ZERO), "the last piece is not 0")
    found: list[Tree] = []
    for value, upper in inner:
        found += [value] * (_count(task, upper or ZERO, width) - len(found))
    return found


def _gain(task: Task, cells: list[Tree], place: int, shift: int, factor: Tree) -> Tree:
    """The positive part of f(cell) - e^epsilon f(cell + shift), whose sign is shown."""
    here, there = (
        cells[at] if at < len(cells) else ZERO
        for at in (
            distance if distance >= 0 else -1 - distance for distance in (place, place + shift)
        )
    )
    gap = minus(here, times(factor, there))
    if task.shows(gap, "<=", ZERO):
        return ZERO
    need(task.shows(gap, ">=", ZERO), "a difference between cells is not shown to have one sign")
    return gap
