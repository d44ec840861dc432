"""How far an audit has come: its evidence, the tasks given out, and what went wrong."""

from __future__ import annotations

from dataclasses import dataclass, field

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.forms import Form
from dpproofs.auditing.sampler.inputs import EVERYWHERE, Domain
from dpproofs.auditing.sampler.process import EProcess
from dpproofs.auditing.sampler.tally import Partition, Task
from dpproofs.auditing.target import Draws, Pair, Target, TargetError
from dpproofs.auditing.targets.repeats import Repeats


@dataclass
class Progress:
    """What an audit has drawn and seen so far.

    Attributes
    ----------
    target, claim, seed
        What is audited, and what decides its randomness.
    process
        The evidence.
    tasks
        How many tasks have been given out.
    repeats
        How runs began so far: draws that are handed out twice are no evidence.
    chosen
        Inputs and shifts that a user chose, in the user's own words, for the record.
    ours
        Whether the inputs are our choice, so that the target may refuse some.
    domain
        The numbers that the target is made for, where somebody said so: there it may refuse none.
    special
        Whether NaN and the infinities are tried.
    repeated
        Whether draws were handed out twice, or at both inputs: whatever they show is no evidence.
    dependent
        Whether draws at one input depend on each other: that is none either.
    """

    target: Target
    claim: PrivacyClaim
    seed: int
    process: EProcess
    tasks: int = 0
    repeats: Repeats = field(default_factory=Repeats)
    chosen: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    ours: bool = False
    domain: Domain = EVERYWHERE
    special: bool = False
    error: str | None = None
    repeated: bool = False
    dependent: bool = False
    interrupted: bool = False

    def task(
        self,
        pair: Pair,
        count: int,
        partitions: tuple[Partition, ...] = (),
        form: Form | None = None,
    ) -> Task:
        """The next task, numbered."""
        self.tasks += 1
        return Task(self.tasks, self.seed, pair, count, partitions, form)

    def refuse_again(self, value: object, draws: Draws) -> None:
        if self.repeats.seen(repr(value), draws):
            self.repeated = True
            again = f"the same draws at {value!r} again: its randomness starts anew"
            raise TargetError(f"{self.target.about.name} returned {again}")
