"""Cases: what is assumed while a part of a proof goes on."""

from __future__ import annotations

from collections.abc import Iterator

from dpproofs.kernel.derivation import Step
from dpproofs.kernel.domain import Variable
from dpproofs.render.proofs.form import Passage
from dpproofs.render.proofs.ranges import Ranges, condition, is_certain, is_condition
from dpproofs.render.proofs.words import dollars, joined

#: Rules that put cases together.
TOGETHER = frozenset(("either order", "crossing", "neighbours"))


def assumed(step: Step) -> tuple[Variable, ...]:
    """The hollow ranges of a step of which its claim does not speak: that they hold a number is
    an assumption.
    """
    spoken = step.goal.proposition.free()
    return tuple(
        variable for variable in step.goal.domain
        if variable.hollow and variable.symbol not in spoken
        and not (variable.lower.is_infinite or variable.upper.is_infinite)
        and not is_certain(variable)
    )  # fmt: skip


class Cases:
    """Says which case a proof is in."""

    def __init__(self, ranges: Ranges) -> None:
        self.ranges = ranges
        self.current: tuple[str, ...] = ()

    def enter(self, step: Step) -> Iterator[Passage]:
        """The sentence that opens the case of a step, or leaves it, where it is another one."""
        variables = assumed(step)
        now = {self._condition(variable): variable for variable in variables}
        before, self.current = self.current, tuple(now)
        if set(now) == set(before):
            return
        if set(now) < set(before):
            if step.hints.get("rule") not in TOGETHER:
                yield Passage(dollars(_left(self.current)))
            return
        inner = set(before) < set(now)
        fresh = [told for told in now if not inner or told not in before]
        symbols = {s for told in fresh for end in (now[told].lower, now[told].upper)
                   for s in end.free_symbols}  # fmt: skip
        news = self.ranges.told(
            one for one in self.ranges.news(step.goal.domain, symbols) if not is_condition(one)
        )
        where = f", where {', '.join(f'${one}$' for one in news)}" if news else ""
        told = joined([dollars(f"${condition}$") for condition in fresh])
        yield Passage((*dollars("Case: "), *told, *dollars(f"{where}.")))

    def _condition(self, variable: Variable) -> str:
        return condition(self.ranges.reading.variable(variable))


def _left(still: tuple[str, ...]) -> str:
    if not still:
        return "The case is done, and what follows does not assume it."
    return f"The inner case is done; we still have {' and '.join(f'${one}$' for one in still)}."
