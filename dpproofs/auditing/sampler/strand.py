"""The evidence from one pair of inputs, and from one partition of the outputs there."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.forms import Form, list_form
from dpproofs.auditing.sampler.added import is_number
from dpproofs.auditing.sampler.atoms import Atoms
from dpproofs.auditing.sampler.bets import (
    Bets,
    Classes,
    log_mixture,
    log_priors,
    priors,
    propose,
    propose_along,
)
from dpproofs.auditing.sampler.grids import Grid
from dpproofs.auditing.sampler.ladder import Ladder
from dpproofs.auditing.sampler.sets import places
from dpproofs.auditing.sampler.tally import most_kept
from dpproofs.auditing.target import Draws, Pair

if TYPE_CHECKING:
    from dpproofs.auditing.sampler.direct import Direct
    from dpproofs.auditing.sampler.divergences import Divergences

Array = NDArray[np.float64]
Counts = NDArray[np.int64]

LEADS = 0.35, 0.9, 0.9  # of the capital, for what has won most; where events are rare, twofold
LEAST = 1, 1, 4  # draws, by how rare events are, before a bin without others is bet on
# Log of the capital from which on a bet is followed, below which it is luck; on a line, where there
# are more bets and each has less to begin with.
FOLLOWED = -2.7, -3.5
DIRECT = 0.5  # of the capital at its inputs, for a bettor that makes one bet a round


@dataclass
class Track:
    """The evidence from one partition of the outputs at one pair of inputs.

    Attributes
    ----------
    grid
        The bins.
    share
        The weight of this track at its pair.
    here, there
        Draws so far at the input and at its neighbour, by bin.
    outcomes
        By bet: how often each of its 16 outcomes occurred so far, which is all that its wealth at
        any kind, stake and claim depends on.
    log_lead
        By claim: of a bettor who bets what has won most so far, once it has won enough.
    """

    grid: Grid
    share: float
    here: Counts
    there: Counts
    outcomes: Array
    log_lead: Array

    @classmethod
    def fresh(cls, grid: Grid, share: float, claims: int) -> Track:
        """A track on which nothing has been bet, and no draws have been seen."""
        none = np.zeros(grid.size, dtype=np.int64)
        outcomes = np.zeros((priors(grid.ordered, grid.rare).shape[-1], 16))
        return cls(grid, share, none, none.copy(), outcomes, np.zeros(claims))

    def leading(self, ladder: Ladder) -> int:
        """The point of the claim under audit that the draws so far break most."""
        order = np.arange(self.grid.line)
        if (line := self.grid.along) is not None:
            order = line.order[: line.length]
        elif not self.grid.ordered:
            order = np.argsort(self.here / (self.there + 1), kind="stable")
        return ladder.leading(self.here[order], self.there[order])

    def bets(self, ratio: float) -> Bets:
        """The next bets."""
        if (line := self.grid.along) is not None:
            return propose_along(self.here, self.there, line, ratio)
        least = LEAST[self.grid.rare]
        return propose(self.here, self.there, self.grid.line, self.grid.ordered, ratio, least=least)

    def classes(self, ratio: float) -> Classes:
        """The next bets, by classes of bins; none as long as all draws are in one bin."""
        if np.count_nonzero(self.here + self.there) > 1:
            return Classes.of(self.bets(ratio))
        none = np.zeros((len(self.outcomes), 1), dtype=np.int8)
        return Classes(np.zeros(self.grid.size, dtype=np.uint16), 1, none)

    def log_wealth(self, table: Array) -> Array:
        """By claim, kind of bet, stake and bet; 0 before the first.

        ``table`` are the `log_factors` of the claims.
        """
        by_outcome = np.ascontiguousarray(self.outcomes.T)  # as BLAS is quickest with
        return np.asarray(table @ by_outcome)

    def log_evidence(self, table: Array) -> Array:
        """log of the e-value against each claim; the table may be that of the first claims only."""
        mixed = log_mixture(self.log_wealth(table), priors(self.grid.ordered, self.grid.rare))
        led = self.log_lead[: len(table)]
        lead = LEADS[self.grid.rare]
        return np.logaddexp(math.log(1 - lead) + mixed, math.log(lead) + led)

    def settle(self, table: Array, outcomes: Array) -> None:
        """Pay out a round, in which the outcomes of each bet occurred so often."""
        capital, followed = self.log_wealth(table), FOLLOWED[self.grid.ordered]
        capital += log_priors(self.grid.ordered, self.grid.rare)
        flat, claims = capital.reshape(len(table), -1), np.arange(len(table))
        ahead = flat.argmax(axis=1)
        kind, stake, bet = np.unravel_index(ahead, capital.shape[1:])
        won = np.sum(table[claims, kind, stake] * outcomes[bet], axis=1)
        self.log_lead += np.where(flat[claims, ahead] >= followed, won, 0.0)
        self.outcomes += outcomes


@dataclass
class Strand:
    """The evidence from one pair of inputs.

    Attributes
    ----------
    form
        That of the outcomes, from the first ones on.
    closed
        Whether nothing is drawn there: the target refuses these inputs.
    atoms
        Values that come again, where outputs are numbers.
    adopted
        Pairs when values that come again were last made bins of their own.
    noise
        Draws at the input and at its neighbour in the bins of the bettor on added noise, where it
        has looked at them.
    direct
        Where outcomes are numbers and inputs are none: a bettor of its own, with half the capital.
    divergences
        Where the claim bounds Renyi divergences: a bettor on these.
    log_e
        log of the e-value against the claim under audit, of all but that one.
    mixed
        Whether outcomes were of types that their form does not tell: it is to be another one.
    before, since
        By claim, log of the e-value of bets on outcomes of another form; and the pairs until then.
    """

    pair: Pair
    share: float
    pairs: int = 0
    fitted: int = 0
    sample: tuple[Draws, Draws] | None = None
    form: Form | None = None
    closed: bool = False
    tracks: list[Track] = field(default_factory=list)
    atoms: Atoms = field(default_factory=Atoms)
    adopted: int = 0
    noise: tuple[Counts, Counts] | None = None
    direct: Direct | None = None
    divergences: Divergences | None = None
    log_e: float = 0.0
    mixed: bool = False
    before: Array | None = None
    since: int = 0

    @property
    def bet_on(self) -> int:
        """Pairs drawn here since outcomes have had this form."""
        return self.pairs - self.since

    @property
    def numeric(self) -> bool:
        """Whether inputs and outputs are numbers, so that noise may have been added to them."""
        if self.sample is None or any(s.ndim > 1 or s.dtype.kind not in "iuf" for s in self.sample):
            return False
        return is_number(self.pair.input) and is_number(self.pair.neighbour)

    @property
    def may_have_noise(self) -> bool:
        """The same before anything was drawn here: outputs elsewhere are numbers."""
        unseen = self.sample is None and not self.since and is_number(self.pair.input)
        return self.numeric or (unseen and is_number(self.pair.neighbour))

    @property
    def between_vectors(self) -> bool:
        """Whether both inputs are vectors of one length."""
        ends = self.pair.input, self.pair.neighbour
        # An array without an axis is a number, and has no length.
        rows = [isinstance(end, tuple | list) or (_is_array(end) and end.ndim) for end in ends]
        return all(rows) and places(ends, len(ends[0])) is not None

    def log_evidence(self, table: Array) -> Array:
        """log of the e-value against each claim of a table."""
        before = np.zeros(len(table)) if self.before is None else self.before[: len(table)]
        return before + self._of_form(table) if self.tracks else before

    def _of_form(self, table: Array) -> Array:
        logs = np.stack([track.log_evidence(table) for track in self.tracks], axis=-1)
        mixed = log_mixture(logs, np.array([track.share for track in self.tracks]))
        if self.direct is None:
            return mixed
        alone = self.direct.log_wealth[: len(table)]
        return np.logaddexp(math.log(1 - DIRECT) + mixed, math.log(DIRECT) + alone)

    def look_again(self, table: Array) -> None:
        """Read outcomes in a form that tells types, and bet what there is on what these show."""
        self.before, self.since = self.log_evidence(table), self.pairs
        self.form = list_form(1 if self.form is None else self.form.width)
        self.tracks, self.fitted, self.sample, self.noise = [], 0, None, None
        self.atoms, self.direct, self.mixed = Atoms(), None, False

    def remember(self, sample: tuple[Draws, Draws]) -> None:
        """Keep the first draws, up to a fixed number."""
        if self.sample is None:
            self.sample = sample
        elif len(self.sample[0]) < (most := most_kept(self.sample[0])):
            here, there = (
                np.concatenate([old, new])[:most]
                for old, new in zip(self.sample, sample, strict=True)
            )
            self.sample = here, there


def _is_array(value: object) -> TypeGuard[NDArray[Any]]:
    return isinstance(value, np.ndarray)
