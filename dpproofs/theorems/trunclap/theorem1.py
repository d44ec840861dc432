"""Theorem 1: the truncated Laplacian mechanism is (epsilon, delta)-private."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Proof, Statement, relation_goal
from dpproofs.kernel.domain import Domain, between, positive
from dpproofs.kernel.proposition import Integral, Relation, less
from dpproofs.theorems.trunclap.lengths import LENGTHS, L, delta_of_length, m, unit_height
from dpproofs.theorems.trunclap.setting import PAPER, PRIVACY, eps, u

x, h = sp.Symbol("x", real=True), sp.Symbol("h", positive=True)
d, z, _t = sp.symbols("d z t", positive=True)

SHIFTED = LENGTHS & between(d, 0, eps)

#: P((L - d, L]), which the shift by d uncovers, and the gain of [A - Delta, oo) at that shift.
STRIP = (sp.exp(d) - 1) / (2 * (sp.exp(L) - 1))
_FROM = unit_height * (sp.exp(-m) - sp.exp(-L))
_MOVED = unit_height * (sp.exp(-m - d) - sp.exp(-L))
_GAIN = _FROM - sp.exp(eps) * _MOVED
_LOST = unit_height * sp.exp(-L - d) * (sp.exp(eps) - sp.exp(d)) ** 2


def _left(at: sp.Expr) -> sp.Expr:
    """P((at, at + h]) left of the origin."""
    return unit_height * (sp.exp(at + h) - sp.exp(at))


def _right(at: sp.Expr) -> sp.Expr:
    """P((at, at + h]) right of the origin."""
    return unit_height * (sp.exp(-at) - sp.exp(-at - h))


@dataclass(frozen=True)
class Piece:
    """A part of the support on which f(x) <= exp(epsilon) f(x + shift).

    ``room`` is what the loss log f(x)/f(x + shift) stays below epsilon by.
    """

    name: str
    lower: sp.Expr
    upper: sp.Expr
    here: sp.Expr
    there: sp.Expr
    room: sp.Expr
    text: str


@dataclass(frozen=True)
class Case:
    """The theorem for one shift: some d below Delta, or Delta itself."""

    shift: sp.Expr
    domain: Domain
    suffix: str
    strip: sp.Expr

    def mass(self, name: str) -> sp.Expr:
        """The mass of a set, under a name of this case's own."""
        return sp.Function(f"{name}{self.suffix}")()

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """A, B and C: left of -shift, between -shift and 0, and right of 0."""
        s = self.shift
        return (
            Piece(
                "A", -L, -s, _left(x), _left(x + s), eps + s,
                "left of -d the shift moves towards the origin",
            ),
            Piece(
                "B", -s, sp.Integer(0), _left(x), _right(x + s), eps - s - 2 * x - h,
                "between -d and 0 the shift leads to the other side, less than d further out",
            ),
            Piece(
                "C", sp.Integer(0), L - s, _right(x), _right(x + s), eps - s,
                "right of 0 the density falls by exp(d) as long as x + d is in the support",
            ),
        )  # fmt: skip

    @property
    def hypotheses(self) -> tuple[Goal, ...]:
        """What is known of a set S, its parts in A, B, C and D = (L - shift, L], and S + shift."""
        whole, moved, rest = map(self.mass, ("P_S", "P_Sd", "P_D"))
        here = sum((self.mass(f"P_{part}") for part in "ABC"), rest)
        there = sum((self.mass(f"R_{part}") for part in "ABC"), sp.Integer(0))
        return (
            relation_goal(whole, "<=", here, self.domain),
            relation_goal(there, "<=", sp.exp(eps) * moved, self.domain),
            relation_goal(rest, "<=", self.strip, self.domain),
        )

    @property
    def private(self) -> Goal:
        """(2) for this shift."""
        bound = sp.exp(eps) * self.mass("P_Sd") + delta_of_length
        return relation_goal(self.mass("P_S"), "<=", bound, self.domain)

    @property
    def model(self) -> dict[str, sp.Lambda]:
        """S = D, which the shift moves off the support."""
        strip = sp.Lambda((), self.strip)
        parts = [f"{kind}_{part}" for part in "ABC" for kind in "PR"]
        masses = {**dict.fromkeys((*parts, "P_Sd"), sp.Lambda((), 0)), "P_S": strip, "P_D": strip}
        return {f"{name}{self.suffix}": value for name, value in masses.items()}


CASES = (Case(d, SHIFTED, "", STRIP), Case(eps, LENGTHS, "_full", delta_of_length))

ATTAINED = Goal(Integral(unit_height * sp.exp(-_t), _t, m, L, delta_of_length), LENGTHS)
UNCOVERED = Goal(Integral(unit_height * sp.exp(-_t), _t, L - d, L, STRIP), SHIFTED)
WITHIN = relation_goal(STRIP, "<", delta_of_length, SHIFTED)
_PRINTED = relation_goal(_GAIN, "==", unit_height * (sp.exp(-m) - sp.exp(-m - d)), SHIFTED)
_LESS = relation_goal(_GAIN, "==", STRIP - _LOST, SHIFTED)
_PRIVATE = tuple(case.private for case in CASES)

THEOREM1 = Statement(
    id="trunclap.thm1",
    paper=PAPER,
    item="Theorem 1",
    title="the truncated Laplacian mechanism is (epsilon, delta)-private",
    printed_latex=r"\begin{gathered}P(S)\le e^\epsilon P(S+d)+\delta\quad\forall S,\ |d|\le\Delta\\"
    r"\text{proof: }\max_S\bigl(P(S)-e^\epsilon P(S+d)\bigr)\text{ is attained at }"
    r"[A-\Delta,\infty)\text{ and is }\int_{A-\Delta}^{A-\Delta+d}f(x)\,dx\end{gathered}",
    printed=(*_PRIVATE, ATTAINED, _PRINTED),
    corrected=(*_PRIVATE, ATTAINED, UNCOVERED, WITHIN, _LESS),
    corrected_latex=r"\begin{gathered}P(S)\le e^\epsilon P(S+d)+\delta\quad\forall S,\ "
    r"|d|\le\Delta\\\text{the maximum is attained at }(A-d,A]\text{ and is }"
    r"\int_{A-d}^{A}f(x)\,dx\le\delta\end{gathered}",
    printed_text="P(S) <= exp(epsilon) P(S+d) + delta for all S and |d| <= Delta; proof: the "
    "largest P(S) - exp(epsilon) P(S+d) is that of [A-Delta, oo), the mass of [A-Delta, "
    "A-Delta+d]",
    corrected_text="the theorem is right; the largest gain at the shift d is that of (A-d, A], "
    "which is its mass, at most delta",
    hypotheses=tuple(goal for case in CASES for goal in case.hypotheses),
    examples=({**CASES[0].model, **CASES[1].model},),
    note="In units of the scale Delta/epsilon: x and d stand for x epsilon/Delta and d "
    "epsilon/Delta, the support is [-L, L], L = epsilon + m, and delta = (exp(epsilon) - 1)/(2 "
    "(exp(L) - 1)); m > 0, that is A > Delta, because delta < 1/2. For 0 < d < Delta and d = "
    "Delta; negative d by symmetry. The theorem is right. In its proof the value printed for the "
    "maximum exceeds it unless d = Delta (where both are delta), and the set printed does not "
    "attain it: its gain is smaller by the square shown, and may be negative. The bound by delta "
    "is not affected.",
)


_WHY = (
    "S is divided by -L, -d, 0, L - d and L; no mass lies beyond L or at points",
    "the moved parts are disjoint parts of S + d; R is their mass times exp(epsilon)",
    "the part of S in D = (L - d, L], which the shift moves off the support",
)
_LATEX = (
    r"P(S)\le P_A+P_B+P_C+P_D",
    r"R_A+R_B+R_C\le e^\epsilon P(S+d)",
    r"P_D\le P\bigl((L-d,L]\bigr)",
)


def show_strip(proof: Proof) -> tuple[str, str]:
    """Show what a shift below Delta uncovers, and that it is below delta.

    Returns the names of the steps for 1 < exp(z), z > 0, and for the latter.
    """
    grows = proof.shows(
        less(1, sp.exp(z)),
        on=Domain((positive(z),)),
        by="sign",
        because="the exponential function exceeds 1 right of 0",
    )
    proof.concludes(
        UNCOVERED,
        by="integral",
        because="the shift by d moves D = (L - d, L] off the support, so that D gains its own mass",
        antiderivative=-unit_height * sp.exp(-_t),
    )
    within = proof.concludes(
        WITHIN,
        by="entailment",
        because="this strip is widest for d = Delta",
        uses=(grows,),
        facts=[(grows, {z: eps - d}, sp.exp(d) / (2 * (sp.exp(L) - 1)))],
    )
    return grows, within


def derive() -> Derivation:
    proof = Proof(LENGTHS)
    proof.shows(
        less(sp.exp(eps), 1 + u),
        on=PRIVACY,
        by="sign",
        because="delta < 1/2 says that exp(L) > exp(epsilon), so that A > Delta",
    )
    grows, within = show_strip(proof)
    proof.concludes(
        ATTAINED,
        by="integral",
        because="for d = Delta it is (A - Delta, A] of mass delta: no smaller delta will do",
        antiderivative=-unit_height * sp.exp(-_t),
    )
    for case, bound, which in zip(CASES, ((within,), ()), ("d < Delta", "d = Delta"), strict=True):
        known = [
            proof.assumes(goal, because=f"{why}, for {which}", latex=latex)
            for goal, why, latex in zip(case.hypotheses, _WHY, _LATEX, strict=True)
        ]
        used = (*known, *bound, *(_piece(proof, case, piece, grows) for piece in case.pieces))
        proof.concludes(
            case.private,
            by="entailment",
            because=f"add up the parts of S: only the strip D gains, for {which}",
            uses=used,
            facts=[(name, {}, 1) for name in used],
            latex=r"P(S)\le e^\epsilon P(S+d)+\delta",
        )
    proof.fails(
        _PRINTED,
        {eps: 2 * sp.log(2), m: sp.log(2), d: sp.log(2)},
        because="epsilon = 2 log 2, delta = 3/14, d = Delta/2: the gain of [A - Delta, oo) is "
        "-1/14, the printed value 1/7, and the maximum 1/14",
    )
    proof.concludes(
        _LESS,
        by="identity",
        because="the gain of [A - Delta, oo) falls short of that of D by a square, which vanishes "
        "only at d = Delta",
    )
    return proof.done()


def _piece(proof: Proof, case: Case, piece: Piece, grows: str) -> str:
    """Compare a piece with its shift: first on intervals, then on sets."""
    there = sp.exp(eps) * piece.there
    inside = case.domain & between(x, piece.lower, piece.upper) & between(h, 0, piece.upper - x)
    facts = [(grows, {z: piece.room}, piece.here)] if piece.room != 0 else []
    interval = proof.shows(
        Relation(piece.here, "<=", there),
        on=inside,
        by="entailment",
        because=f"{piece.text} (part {piece.name})",
        uses=(grows,),
        facts=facts,
    )
    here, moved = (case.mass(f"{kind}_{piece.name}") for kind in "PR")
    return proof.shows(
        Relation(here, "<=", moved),
        on=case.domain,
        by="rule",
        because=f"from intervals to all sets inside part {piece.name}",
        uses=(interval,),
        rule="interval domination",
        bindings={
            "smaller": piece.here,
            "larger": there,
            "set_smaller": sp.Symbol(str(here.func)),
            "set_larger": sp.Symbol(str(moved.func)),
            "lower": piece.lower,
            "upper": piece.upper,
        },
    )


CLAIMS = (Claim(THEOREM1, derive),)
