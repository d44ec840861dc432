"""How noise is defined, and what Coq has for it: by a density, with an atom, by masses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from dpproofs.coq.propositions import Row
from dpproofs.coq.sentence import Certificate
from dpproofs.coq.terms import Tree, applied, number, put

ZERO = ["int", "0"]


@dataclass(frozen=True)
class Words:
    """Lemmas and tactics for noise that is defined in one way.

    Attributes
    ----------
    part, piece, joined
        A stretch of the half line and what it adds up to; the tactic that shows it of one piece;
        the tactic that puts two together.
    on_piece, on_period
        The tactics for the value in a piece, and in a piece of a period.
    made
        The tactic that writes the definition out.
    exists, even, expected
        The lemmas for what exists, is even and is expected.
    rest
        The tactic for the sum of the shares.
    smooth
        The tactic that shows a cost to be continuous; or nothing, where it need not be.
    """

    part: str = "part"
    piece: str = "piece"
    joined: str = "joined"
    on_piece: str = "on_piece"
    on_period: str = "on_period"
    made: str = "defined_noise"
    exists: str = "noise_of_density"
    even: str = "even_of_density"
    expected: str = "expectation_of"
    rest: str = "by_identity"
    smooth: str = "intros u_ ?; smooth"


DENSITY = Words()
ATOM = replace(
    DENSITY, exists="noise_of_atom", even="even_with_atom", expected="expectation_with_atom",
    rest="with_atom",
)  # fmt: skip
ANY_COST = replace(
    ATOM, part="enclosed", piece="enclosed_in", joined="both_enclosed",
    expected="expectation_enclosed", rest="cbv beta; by_identity", smooth="",
)  # fmt: skip
MASSES = Words(
    "run", "stretch", "stretched", "in_stretch", "in_stretch_of", "defined_masses",
    "noise_of_masses", "even_of_masses", "expectation_of_masses", "at_origin",
)  # fmt: skip


@dataclass(frozen=True)
class Law:
    """Noise by its definition.

    Attributes
    ----------
    density
        The definition of the density, or of the masses.
    at
        Its arguments.
    applied
        The density at them, as a term of Coq.
    atom
        The mass of the origin beside it, as a term of Coq; or nothing, where it is 0.
    words
        What is said of such noise.
    """

    density: Row
    at: Mapping[str, Tree]
    applied: str
    atom: str
    words: Words

    @property
    def own(self) -> str:
        """The density and the atom, as arguments."""
        return f"{self.applied} {self.atom}".strip()


def law(noise: Tree, certificate: Certificate) -> Law:
    """How a noise is defined."""
    rows = {row["name"]: row for row in certificate["statement"]["definitions"]}
    own = rows[noise[1]]
    density = rows[own["density"]]
    at = dict(zip(density["arguments"], noise[2:], strict=True))
    atom = "" if own["atom"] == ZERO else number(put(own["atom"], at), 0)
    return Law(density, at, applied(density["name"], noise[2:], 0), atom, _words(own))


def ways(certificate: Certificate) -> set[Words]:
    """The ways in which noise is defined of which some step says that it exists."""
    rows = {row["name"]: row for row in certificate["statement"]["definitions"]}
    steps = (step for step in certificate["steps"] if step["method"] == "existence")
    return {_words(rows[step["proposition"]["noise"][1]]) for step in steps}


def _words(own: Row) -> Words:
    if own["on"] == "integers":
        return MASSES
    return DENSITY if own["atom"] == ZERO else ATOM
