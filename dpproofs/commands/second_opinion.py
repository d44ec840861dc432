"""What z3 and cvc5 say of the signs that were shown, for ``dpproofs verify --second-opinion``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dpproofs.kernel.errors import BadInput

if TYPE_CHECKING:
    from dpproofs.kernel.derivation import Claim, Step
    from dpproofs.kernel.verdict import Verdict


@dataclass(frozen=True)
class SecondOpinion:
    """How many signs were asked about, and what was said.

    Attributes
    ----------
    solvers
        Who was asked.
    signs, agree
        How many there are, and of how many a solver shows that no point contradicts them.
    disagree
        Claim and step of those of which one found a point that does.
    """

    solvers: tuple[str, ...]
    signs: int
    agree: int
    disagree: tuple[tuple[str, str], ...]

    @property
    def unknown(self) -> int:
        """How many they cannot tell."""
        return self.signs - self.agree - len(self.disagree)

    def __str__(self) -> str:
        who = " and ".join(self.solvers)
        told = f"second opinion: {who} agree on {self.agree} of {self.signs} signs"
        told += f", cannot tell {self.unknown}" if self.unknown else ""
        if not self.disagree:
            return f"{told}, contradict none"
        where = ", ".join(f"step {step} of {claim}" for claim, step in self.disagree)
        return f"{told}, contradict {where}"

    def to_json(self) -> dict[str, Any]:
        """The opinion as ``verify --json`` prints it."""
        return {
            "solvers": list(self.solvers),
            "signs": self.signs,
            "agree": self.agree,
            "unknown": self.unknown,
            "disagree": [{"claim": claim, "step": step} for claim, step in self.disagree],
        }


def expect_solvers() -> None:
    """Complain before the work when nobody could be asked.

    Raises
    ------
    BadInput
        When neither solver is installed.
    """
    from dpproofs.checkers.solvers import installed

    if not installed():
        accepted = "left out, or z3 and cvc5 installed: pip install 'dpproofs[smt]'"
        raise BadInput("--second-opinion", "no solver", accepted)


def second_opinion(pairs: Iterable[tuple[Claim, Verdict]]) -> SecondOpinion:
    """Ask about every sign that was shown, each once."""
    from dpproofs.checkers.solvers import Solvers, installed

    signs, agree, against = 0, 0, []
    known: dict[Any, str] = {}
    with Solvers() as solvers:
        for claim, verdict in pairs:
            for step in shown_signs(claim, verdict):
                if step.goal not in known:
                    known[step.goal] = solvers.opinion(step.goal)
                said = known[step.goal]
                signs += 1
                agree += said == "agrees"
                if said == "disagrees":
                    against.append((claim.id, step.name))
    return SecondOpinion(tuple(installed()), signs, agree, tuple(against))


def shown_signs(claim: Claim, verdict: Verdict) -> Iterator[Step]:
    """The steps by the method ``sign`` that are established."""
    for step, found in zip(claim.derivation.steps, verdict.findings, strict=False):
        if step.method == "sign" and found.established:
            yield step
