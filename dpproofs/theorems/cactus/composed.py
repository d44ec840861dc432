"""Why certificates of accountants hold: dominating pairs compose, and their sums may be rounded.

Ours. A pair with losses L_s of masses c_s, and the mass I of an infinite loss, has the divergence
D(x) = I + sum of c_s (1 - x e^(-L_s))^+, where x = e^epsilon. Sums are differences of functions.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, index, real
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proof import Use
from dpproofs.kernel.proposition import Relation, that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.setting import PAPER, half

many, size = sp.symbols("m N", integer=True, positive=True)
to_go, s = sp.symbols("k s", integer=True)
x, state, outcome, step = (OWN[name] for name in ("x", "d", "n_1", "n"))

ROUND = index(to_go, 0)
RATIO = Variable(x, sp.Integer(0), sp.oo, "[)")


def _given(names: str, arity: int) -> list[Given]:
    return [Given(name, "function", arity) for name in names.split()]


# -- rounds ---------------------------------------------------------------------------------------

#: (1 - x)^+ and where it is 1 - x; the pairs' infinite masses.
W, B, I = _given("w b I", 1)  # noqa: E741
#: Masses and ratios of the losses of the pairs; their divergences, and those of a round's pair.
C, R, D, H = _given("c r D H", 2)
#: An outcome's mass and its ratio of masses, what is known after it; the chance that a test says x.
P, Q, V = _given("p q v", 3)
TEST = Given("a", "function", 2)
#: Sums before an outcome or a loss: of masses, of what a round leaks, of D, of H, of gains, of D's.
MASS, LEAK = Given("M", "function", 3), Given("S", "function", 4)
PART, MEAN = _given("K E", 3)
GAIN, NEXT, BOTH = Given("G", "function", 3), Given("Z", "function", 4), Given("Y", "function", 5)

_SIZES = Domain((index(many, 1), index(size, 1)))
_OUTCOMES = _SIZES & ROUND & real(state) & index(outcome, 0, many - 1)
_STATES = _SIZES & ROUND & RATIO & real(state)
_MOVES = _STATES & index(outcome, 0, many - 1)
_LOSSES = _SIZES & ROUND & index(s, 0, size - 1)
_PLACES = _SIZES & ROUND & RATIO & index(s, 0, size - 1)
_LINE = _SIZES & RATIO
_MOVES_OF_LOSSES = (
    _SIZES & ROUND & RATIO & real(state) & index(s, 0, size) & index(outcome, 0, many - 1)
)
_k, _d, _j = to_go, state, outcome


def rise(term: sp.Expr, symbol: sp.Symbol) -> sp.Expr:
    return term.subs(symbol, symbol + 1) - term


def whole(term: sp.Expr, symbol: sp.Symbol, last: sp.Expr) -> sp.Expr:
    return term.subs(symbol, last) - term.subs(symbol, 0)


_ABOVE = (
    r"\sup_S\bigl(P_n(S)-xQ_n(S)\bigr)\le D_n(x)=I_n+\sum_sc_{n,s}(1-xr_{n,s})^+\quad\text{if }"
    r"I_k+\sum_sc_{k,s}H_k(xr_{k,s})\le D_{k+1}(x)"
)
_BELOW = (
    r"\sup_S\bigl(P_n(S)-xQ_n(S)\bigr)\ge D_n(x)=\sum_sc_{n,s}(1-xr_{n,s})^+-I_n\quad\text{if }"
    r"\sum_sc_{k,s}H_k(xr_{k,s})-I_k\ge D_{k+1}(x)"
)
_ROUNDS = (
    "d is what has come out so far, coded as a number, and k the number of rounds that are still "
    "to come; so a round may depend on all that came before it. Outcome n_1 has the mass p(k, d, "
    "n_1) at one input, and q times that at the other one, and v(k, d, n_1) is known after it; "
    "what the first input cannot put out is left out, as no set is better with it. "
)
_NO_MORE = (
    "After all rounds a test says with the chance a that it was the first input; so for the "
    "indicator of a set S the mean G(n, d, x) of a (1 - x) is P(S) - x Q(S), where x begins with "
    "e^epsilon, and is multiplied by q round after round. That it is at most D(n, e^epsilon), "
    "whatever the test, says that n rounds are (epsilon, D(n, e^epsilon))-private at these "
    "inputs. w(x) is $(1 - x)^+$. "
)
_NO_LESS = (
    "b is 1 where x < 1 and 0 elsewhere, and w(x) is $(1 - x)^+$. After all rounds a test with the "
    "chance b says that it was the first input; so for its set S the mean G(n, d, x) of b (1 - x)"
    " is P(S) - x Q(S), where x begins with e^epsilon, and is multiplied by q round after round. "
    "So n rounds are not (epsilon, delta)-private for a delta below D(n, e^epsilon). "
)
_READ = (
    "H(k, x) is the divergence of the round's pair; D(k, x) that of the pair for k rounds, which "
    "has the masses c(k, s) of losses of -log r(k, s). With one more round the losses add up, "
    "which gives the sum of c H(k, x r). M, S, K, E, Z and Y are sums over what comes before "
    "their last argument. A round may be a block of rounds, so that powers can be by squaring. "
    "Finitely many outcomes are in the sentence; that others have no larger divergence than some "
    "partition of them, up to any error, is not."
)


def no_more(sign: int, left: sp.Expr, right: sp.Expr) -> Relation:
    """The first is at most the second from above, at least from below."""
    return that(left) <= right if sign > 0 else that(right) <= left


@dataclass(frozen=True)
class Rounds:
    """The claim from above (sign 1) or from below (sign -1)."""

    sign: int

    @property
    def goal(self) -> Goal:
        return Goal(
            no_more(self.sign, GAIN(_k, _d, x), D(_k, x)), _SIZES & ROUND & real(state) & RATIO
        )

    @property
    def hypotheses(self) -> dict[str, tuple[Goal, str]]:
        sign, ratio = self.sign, x * R(_k, s)
        above = sign > 0
        counts = (
            {
                "some": (Goal(that(0) <= W(x), _LINE), "w is not negative"),
                "line": (Goal(that(1 - x) <= W(x), _LINE), "and no less than 1 - x"),
            }
            if above
            else {"kink": (Goal(that(W(x)) == B(x) * (1 - x), _LINE), "w is 1 - x where b is 1")}
        )
        test = (
            {
                "low": (
                    Goal(that(0) <= TEST(_d, x), _SIZES & real(state) & RATIO),
                    "a test says x with a chance",
                ),
                "high": (
                    Goal(that(TEST(_d, x)) <= 1, _SIZES & real(state) & RATIO),
                    "of at most 1",
                ),
                "end": (
                    Goal(
                        that(GAIN(0, _d, x)) == TEST(_d, x) * (1 - x), _SIZES & real(state) & RATIO
                    ),
                    "after all rounds a test gains this for each unit of mass",
                ),
            }
            if above
            else {
                "end": (
                    Goal(that(GAIN(0, _d, x)) == B(x) * (1 - x), _SIZES & real(state) & RATIO),
                    "after all rounds the test b gains this for each unit of mass",
                ),
            }
        )
        return {
            **counts,
            "mass": (Goal(that(0) <= P(_k, _d, _j), _OUTCOMES), "an outcome has a mass"),
            "other": (
                Goal(that(0) <= Q(_k, _d, _j), _OUTCOMES),
                "and q times that at the other input",
            ),
            "masses": (
                Goal(that(rise(MASS(_k, _d, _j), _j)) == P(_k, _d, _j), _OUTCOMES),
                "masses, summed over outcomes",
            ),
            "one": (
                Goal(that(whole(MASS(_k, _d, _j), _j, many)) <= 1, _SIZES & ROUND & real(state)),
                "are at most 1",
            ),
            "leak": (
                Goal(
                    that(rise(LEAK(_k, _d, x, _j), _j)) == P(_k, _d, _j) * W(x * Q(_k, _d, _j)),
                    _MOVES,
                ),
                "what the round leaks, summed over outcomes",
            ),
            "round": (
                Goal(no_more(self.sign, whole(LEAK(_k, _d, x, _j), _j, many), H(_k, x)), _STATES),
                "the round's pair dominates" if above else "the round's pair is dominated",
            ),
            "loss": (Goal(that(0) <= C(_k, s), _LOSSES), "losses of the pairs have masses"),
            "ratio": (Goal(that(0) <= R(_k, s), _LOSSES), "and ratios"),
            "more": (
                Goal(that(0) <= I(_k), _SIZES & ROUND),
                "what is added is not negative" if above else "what is left out is not negative",
            ),
            "part": (
                Goal(that(rise(PART(_k, x, s), s)) == C(_k, s) * W(ratio), _PLACES),
                "divergences, summed over losses",
            ),
            "pair": (
                Goal(
                    that(D(_k, x)) == sign * I(_k) + whole(PART(_k, x, s), s, size),
                    _SIZES & ROUND & RATIO,
                ),
                "these are those of the pairs",
            ),
            "mean": (
                Goal(that(rise(MEAN(_k, x, s), s)) == C(_k, s) * H(_k, ratio), _PLACES),
                "with one more round, summed over losses",
            ),
            "sum": (
                Goal(
                    no_more(self.sign, sign * I(_k) + whole(MEAN(_k, x, s), s, size), D(_k + 1, x)),
                    _SIZES & ROUND & RATIO,
                ),
                "the next pair is no less than the sum"
                if above
                else "the next pair is no more than the sum",
            ),
            "first": (Goal(no_more(self.sign, W(x), D(0, x)), _LINE), "no round leaks nothing"),
            **test,
            "next": (
                Goal(
                    that(rise(NEXT(_k, _d, x, _j), _j))
                    == P(_k, _d, _j) * GAIN(_k, V(_k, _d, _j), x * Q(_k, _d, _j)),
                    _MOVES,
                ),
                "what is gained after an outcome, summed over outcomes",
            ),
            "gain": (
                Goal(that(GAIN(_k + 1, _d, x)) == whole(NEXT(_k, _d, x, _j), _j, many), _STATES),
                "which is the gain with one more round",
            ),
            "both": (
                Goal(
                    that(rise(BOTH(_k, _d, x, s, _j), _j))
                    == P(_k, _d, _j) * whole(PART(_k, x * Q(_k, _d, _j), s), s, s),
                    _MOVES_OF_LOSSES,
                ),
                "divergences after an outcome, summed over outcomes",
            ),
        }

    @property
    def statement(self) -> Statement:
        above = self.sign > 0
        examples = ((1, half, 0), (half, 1, 0), (1, half, half))
        return Statement(
            id=f"cactus.composed.{'above' if above else 'below'}",
            paper=PAPER,
            item=f"ours: rounds, from {'above' if above else 'below'}",
            title="rounds together leak no more than dominating pairs"
            if above
            else "rounds together leak no less than dominated pairs",
            printed_latex=_ABOVE if above else _BELOW,
            parameters=_SIZES,
            given=(
                W,
                TEST if above else B,
                I,
                C,
                R,
                D,
                H,
                P,
                Q,
                V,
                MASS,
                LEAK,
                PART,
                MEAN,
                GAIN,
                NEXT,
                BOTH,
            ),
            hypotheses=tuple(goal for goal, _ in self.hypotheses.values()),
            printed=(self.goal,),
            note=_ROUNDS + (_NO_MORE if above else _NO_LESS) + _READ,
            examples=tuple(_example(self.sign, *map(sp.S, each)) for each in examples),
        )

    def derive(self) -> Derivation:
        """Show that a further round keeps dominance, and so do all rounds."""
        proof = Proof(_STATES, self.statement)
        known = self.hypotheses
        names = dict(zip(known, proof.supposes(*known.values()), strict=True))
        word, other = ("more", "most") if self.sign > 0 else ("less", "least")
        proof.idea("In one round, what is leaked after the outcomes is summed by the losses of "
            f"the pair instead: for each loss the round leaks no {word} than its own pair, and "
            f"over all losses that is at {other} the next pair. So round after round a test gains "
            f"at {other} the divergence of the pair.")
        proof.part("One round")
        self._round(proof, names)
        return proof.done()

    def _round(self, proof: Proof, h: dict[str, str]) -> None:
        sign, ratio, here = self.sign, x * R(_k, s), _STATES & index(s, 0, size - 1)
        moved = {x: x * Q(_k, _d, step)}
        factors = [
            proof.follows(
                that(0) <= x * R(_k, place),
                (h["ratio"], {s: place}, x),
                on=_STATES & index(place, 0, size - 1),
                because="ratios are not negative",
            )
            for place in (s, step)
        ]
        other = proof.follows(
            that(0) <= x * Q(_k, _d, step),
            (h["other"], {_j: step}, x),
            on=_STATES & index(step, 0, many - 1),
            because="ratios of outcomes are not negative",
        )
        excess = sign * (C(_k, s) * LEAK(_k, _d, ratio, step) - rise(BOTH(_k, _d, x, s, step), s))
        same = proof.follows(
            that(0) <= rise(excess, step),
            (h["leak"], {x: ratio, _j: step}, sign * C(_k, s)),
            (h["both"], {s: s + 1, _j: step}, -sign),
            (h["both"], {_j: step}, sign),
            (h["part"], moved, -sign * P(_k, _d, step)),
            on=here & index(step, 0, many - 1),
            also=(factors[0], other),
            because="an outcome adds as much to what the round leaks at this loss as to what is "
            "there after it",
        )
        loss = proof.applies(
            "induction",
            on=here & index(step, 0, many),
            uses=(same,),
            because="over all outcomes",
            terms=excess,
            step=sp.Integer(0),
            last=many,
        )
        after = whole(BOTH(_k, _d, x, s, _j), _j, many)
        rest = (sign * (MEAN(_k, x, s) - after)).subs(s, step)
        weight = proof.follows(
            that(0) <= C(_k, step),
            (h["loss"], {s: step}),
            on=_STATES & index(step, 0, size - 1),
            because="nor are masses of losses",
        )
        more = proof.follows(
            that(0) <= rise(rest, step),
            (loss, {step: many, s: step}),
            (h["round"], {x: x * R(_k, step)}, C(_k, step)),
            (h["mean"], {s: step}, sign),
            on=_STATES & index(step, 0, size - 1),
            also=(factors[1], weight),
            because=f"for this loss the round leaks no {'more' if self.sign > 0 else 'less'} than "
            "its pair",
        )
        losses = proof.applies(
            "induction",
            on=_STATES & index(step, 0, size),
            uses=(more,),
            because="over all losses",
            terms=rest,
            step=sp.Integer(0),
            last=size,
        )
        none = -sign * BOTH(_k, _d, x, 0, step)
        nothing = proof.follows(
            that(0) <= rise(none, step),
            (h["both"], {s: 0, _j: step}, -sign),
            on=_STATES & index(step, 0, many - 1),
            because="before the first loss there is nothing",
        )
        start = proof.applies(
            "induction",
            on=_STATES & index(step, 0, many),
            uses=(nothing,),
            because="over all outcomes",
            terms=none,
            step=sp.Integer(0),
            last=many,
        )
        all_losses = after.subs(s, size)
        masses = whole(MASS(_k, _d, _j), _j, many)
        proof.key(
            kept := proof.follows(
                that(0) <= sign * (D(_k + 1, x) - all_losses) - I(_k) * masses,
                (losses, {step: size}),
                (start, {step: many}),
                (h["one"], I(_k)),
                h["sum"],
                also=(h["more"],),
                because="so what is there after a round, with the mass I(k), is at "
                f"{'most' if self.sign > 0 else 'least'} the divergence of the next pair",
            )
        )
        self._all(proof, h, kept)

    def _all(self, proof: Proof, h: dict[str, str], kept: str) -> None:
        proof.part("All rounds")
        sign = self.sign
        rounds = index(step, 0)
        gap = sign * (GAIN(step, _d, x) - D(step, x))
        total = sign * (NEXT(step, _d, x, _j) - BOTH(step, _d, x, size, _j)) - I(step) * MASS(
            step, _d, _j
        )
        on = _SIZES & rounds & RATIO & real(state)
        moves = on & index(outcome, 0, many - 1)
        place, then, mass = x * Q(step, _d, _j), V(step, _d, _j), P(step, _d, _j)
        facts: list[Use] = [(h["end"], -sign), h["first"]]
        if sign > 0:
            facts += [(h["line"], TEST(_d, x)), (h["some"], 1 - TEST(_d, x))]
        else:
            facts += [(h["kink"], -1)]
        begin = proof.follows(
            that(gap.subs(step, 0)) <= 0,
            *facts,
            on=_SIZES & RATIO & real(state),
            also=(h["low"], h["high"]) if sign > 0 else (),
            because="before any round" if sign < 0 else "before any round a test gains at most w",
        )
        weight = proof.follows(
            that(0) <= mass, (h["mass"], {_k: step}), on=moves, because="masses are not negative"
        )
        inside = proof.follows(
            that(0) <= place, (h["other"], {_k: step}, x), on=moves, because="nor are ratios"
        )
        after = gap.subs({x: place, _d: then}, simultaneous=True)
        each = proof.follows(
            that(rise(total, _j)) <= mass * after,
            (h["next"], {_k: step}, -sign),
            (h["both"], {_k: step, s: size}, sign),
            (h["masses"], {_k: step}, I(step)),
            (h["pair"], {_k: step, x: place}, -sign * mass),
            on=moves,
            also=(inside,),
            because="an outcome adds what is gained after it beyond the pair's divergence",
        )
        last = proof.follows(
            that(gap.subs(step, step + 1)) <= whole(total, _j, many),
            (h["gain"], {_k: step}, -sign),
            (kept, {_k: step}),
            on=on,
            because="over all outcomes that is all that there is with one more round",
        )
        found = proof.applies(
            "induction over functions",
            on=_SIZES & rounds & RATIO & real(state),
            uses=(begin, weight, inside, each, last),
            because="add one round after the other",
            gap=gap,
            weight=mass,
            place=place,
            state=then,
            total=total,
            last=many,
        )
        proof.follows(self.goal, (found, {step: _k}), because="so that is true after all rounds")


def _example(sign: int, mass: sp.Expr, ratio: sp.Expr, beyond: sp.Expr) -> dict[str, sp.Lambda]:
    """All outcomes of a round have masses of this sum and this ratio, and so one loss."""
    _w = sp.Lambda(x, sp.Max(1 - x, 0))
    _b = sp.Min(1, sp.Max(0, sp.ceiling(1 - x)))
    k, one, after = to_go, mass**to_go, ratio**to_go
    top = sp.Min(s, 1)
    leaks = outcome / many * mass * _w(x * ratio)
    gains = one * _w(x * after)
    left = mass * one * _w(x * ratio * after)
    return {
        "w": _w,
        "b": sp.Lambda(x, _b),
        "I": sp.Lambda(k, beyond * k),
        "c": sp.Lambda((k, s), one * sp.Max(1 - s, 0)),
        "r": sp.Lambda((k, s), after),
        "D": sp.Lambda((k, x), sign * beyond * k + gains),
        "H": sp.Lambda((k, x), mass * _w(x * ratio)),
        "p": sp.Lambda((k, state, outcome), mass / many),
        "q": sp.Lambda((k, state, outcome), ratio),
        "v": sp.Lambda((k, state, outcome), state),
        "a": sp.Lambda((state, x), _b),
        "M": sp.Lambda((k, state, outcome), outcome * mass / many),
        "S": sp.Lambda((k, state, x, outcome), leaks),
        "K": sp.Lambda((k, x, s), top * gains),
        "E": sp.Lambda((k, x, s), top * left),
        "G": sp.Lambda((k, state, x), gains),
        "Z": sp.Lambda((k, state, x, outcome), outcome / many * left),
        "Y": sp.Lambda((k, state, x, s, outcome), outcome / many * top * left),
    }


ABOVE, BELOW = Rounds(1), Rounds(-1)
CLAIMS = (Claim(ABOVE.statement, ABOVE.derive), Claim(BELOW.statement, BELOW.derive))
