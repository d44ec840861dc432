"""The evidence from one pair of inputs."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from dpproofs.auditing.forms import Form, list_form
from dpproofs.auditing.sampler.added import is_number
from dpproofs.auditing.sampler.atoms import Atoms
from dpproofs.auditing.sampler.bets import log_mixture
from dpproofs.auditing.sampler.direct import Direct
from dpproofs.auditing.sampler.divergences import Divergences
from dpproofs.auditing.sampler.sets import places
from dpproofs.auditing.sampler.tally import most_kept
from dpproofs.auditing.sampler.track import ALL, Claims, Track, alike, log_evidence
from dpproofs.auditing.target import Draws, Pair

Array = NDArray[np.float64]
Counts = NDArray[np.int64]

DIRECT = 0.5  # of the capital at its inputs, for a bettor that makes one bet a round


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

    def log_evidence(self, table: Array, claims: Claims = ALL) -> Array:
        """log of the e-value against each claim of a table, or some of them."""
        before = (np.zeros(len(table)) if self.before is None else self.before)[claims]
        return before + self._of_form(table, claims) if self.tracks else before

    def _of_form(self, table: Array, claims: Claims) -> Array:
        logs = np.empty((len(table[claims]), len(self.tracks)))
        for kind in alike(self.tracks, lambda track: (track.grid.ordered, track.grid.rare)):
            logs[:, kind] = log_evidence([self.tracks[i] for i in kind], table, claims).T
        mixed = log_mixture(logs, np.array([track.share for track in self.tracks]))
        if self.direct is None:
            return mixed
        alone = self.direct.log_wealth[claims]
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
