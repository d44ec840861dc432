"""Why the sums of a certificate may be rounded: tails of sums of losses on a lattice are enough.

Ours. Sums of losses of two pairs have convolutions of their masses. What is kept of these has to be
right for the tails alone, up to what is put aside.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, between, index, positive
from dpproofs.kernel.objects import Given
from dpproofs.kernel.proof import Use
from dpproofs.kernel.proposition import that
from dpproofs.kernel.rules import OWN
from dpproofs.tactics.proving import Proof
from dpproofs.theorems.cactus.composed import RATIO, no_more, rise, whole
from dpproofs.theorems.cactus.setting import PAPER

many, size, room = sp.symbols("m N M", integer=True, positive=True)
i, s = sp.symbols("i s", integer=True)
first, start = sp.symbols("f g", positive=True)
ratio = sp.Symbol("q", positive=True)
x, step = OWN["x"], OWN["n"]

_SIZES = Domain(
    (
        positive(first),
        positive(start),
        between(ratio, 0, 1),
        index(many, 1),
        index(size, 1),
        index(room, size + many - 1),
    )
)
_LINE = _SIZES & RATIO
_ROUND, _PAIR = index(i, 0, many - 1), index(s, 0, size - 1)
_PRODUCT, _ENDS = index(s, 0, room - 1), index(s, 0, room)

#: The infinite masses of a round's pair, of the other one, of what is kept; what tails may err by.
EXTRA, BEYOND, KEPT_BEYOND, ERROR = (Given(name, "function", 0) for name in "zIJt")
#: (1 - x)^+ and where it is 1 - x; masses of losses, kept ones, excess of tails, a round's leak.
W, B, A, C, U, T, H, MASS = (
    Given(name, "function", 1) for name in ("w", "b", "a", "c", "u", "T", "H", "C")
)
#: Sums before a loss: of a round's leak, the pair's, of H, of convolutions, of what is kept.
ROUND, PAIR, MEAN, PRODUCT, KEPT = (Given(name, "function", 2) for name in "AKEXF")
#: Sums of the divergences of the product by its losses, and by those of the pair.
BY_SUM, BY_PAIR = (Given(name, "function", 3) for name in "VZ")

#: e^-l for the losses l of the product.
_SCALE = x * first * start * ratio**s

_TAILS = r"\sum_{r\ge s}\Bigl(\sum_ia_ic_{r-i}-u_r\Bigr)"
_ABOVE = (
    r"I+\sum_sc_sH(xgq^s)\le J+\sum_su_s(1-xfgq^s)^+\quad\text{if }"
    + _TAILS
    + r"\le t,\;I+z\sum_sc_s+t\le J"
)
_BELOW = (
    r"\sum_sc_sH(xgq^s)-I\ge\sum_su_s(1-xfgq^s)^+-J\quad\text{if }" + _TAILS + r"\ge-t,\;I+t\le J"
)
_NOTE = (
    "A round's pair has the masses a(i) of losses of -log(f q^i), another pair the masses c(s) of"
    " losses of -log(g q^s); w(x) is $(1 - x)^+$ and H(x) the divergence of the round. The masses "
    "of sums of losses are convolutions, X(s, m) - X(s, 0). What is kept of them, u(s), may be "
    "any numbers, as long as T(s), by how much the masses from s on exceed what is kept of these,"
    " "
)
_NO_MORE = (
    "is at most t. So it is when each mass is rounded up, when a left tail moves to the least "
    "loss that is kept, with t = 0; when a right tail of mass t is cut off; and for sums by a "
    "transform, when the sum of |u - (a * c)| is at most t. The infinite loss of what is kept has"
    " the mass J, which has room for that of both pairs, I + z sum c, and for t. The conclusion "
    "is what cactus.composed.above asks of one more round. A, C, E, F, K, V, X and Z are sums "
    "over what comes before their last argument."
)
_NO_LESS = (
    "is at least -t. So it is when each mass is rounded down and when tails are cut off, with t ="
    " 0, and for sums by a transform, when the sum of |u - (a * c)| is at most t. J has room for "
    "what was left out before, I, and for t. The conclusion is what cactus.composed.below asks of"
    " one more round. A, E, F, K, V, X and Z are sums over what comes before their last argument."
)


@dataclass(frozen=True)
class Rounded:
    """The claim from above (sign 1) or from below (sign -1)."""

    sign: int

    @property
    def goal(self) -> Goal:
        sign = self.sign
        exact = sign * BEYOND() + whole(MEAN(x, s), s, size)
        return Goal(no_more(sign, exact, sign * KEPT_BEYOND() + whole(KEPT(x, s), s, room)), _LINE)

    @property
    def extra(self) -> sp.Expr:
        """The infinite mass of the round's pair: from below there is none."""
        return EXTRA() if self.sign > 0 else sp.Integer(0)

    @property
    def hypotheses(self) -> dict[str, tuple[Goal, str]]:
        own = PRODUCT(s, i)
        masses = self.extra * whole(MASS(s), s, size)
        total = [
            (
                "total",
                (
                    Goal(that(rise(MASS(s), s)) == C(s), _SIZES & _PAIR),
                    "masses of the pair, summed",
                ),
            )
        ]
        return {
            "some": (Goal(that(0) <= W(x), _LINE), "w is not negative"),
            "line": (Goal(that(1 - x) <= W(x), _LINE), "and no less than 1 - x"),
            "kink": (Goal(that(W(x)) == B(x) * (1 - x), _LINE), "it is b(x) times that"),
            "least": (Goal(that(0) <= B(x), _LINE), "which is not negative"),
            "most": (Goal(that(B(x)) <= 1, _LINE), "nor above 1"),
            "before": (
                Goal(
                    that(C(s)) == 0,
                    _SIZES & Variable(s, -sp.oo, sp.Integer(-1), "(]", integer=True),
                ),
                "the pair has no losses before the first",
            ),
            "after": (Goal(that(C(s)) == 0, _SIZES & index(s, size)), "nor after the last"),
            "round": (
                Goal(that(rise(ROUND(x, i), i)) == A(i) * W(x * first * ratio**i), _LINE & _ROUND),
                "a round's divergence, summed over its losses",
            ),
            "leak": (
                Goal(that(H(x)) == self.extra + whole(ROUND(x, i), i, many), _LINE),
                "which is this in all",
            ),
            "pair": (
                Goal(
                    that(rise(PAIR(x, s), s)) == C(s) * W(x * start * ratio**s),
                    _LINE & Variable(s, -sp.oo, sp.oo, integer=True),
                ),
                "the divergence of the pair, summed over its losses",
            ),
            "mean": (
                Goal(that(rise(MEAN(x, s), s)) == C(s) * H(x * start * ratio**s), _LINE & _PAIR),
                "and with the round, summed over the losses of the pair",
            ),
            "product": (
                Goal(that(rise(own, i)) == A(i) * C(s - i), _SIZES & _PRODUCT & _ROUND),
                "the masses of the product are convolutions",
            ),
            "kept": (
                Goal(that(rise(KEPT(x, s), s)) == U(s) * W(_SCALE), _LINE & _PRODUCT),
                "the divergence of what is kept, summed over its losses",
            ),
            "tails": (
                Goal(that(T(s) - T(s + 1)) == whole(own, i, many) - U(s), _SIZES & _PRODUCT),
                "the excess of the product's tails",
            ),
            "none": (Goal(that(T(room)) == 0, _SIZES), "is 0 after the last"),
            "error": (
                Goal(that(self.sign * T(s)) <= ERROR(), _SIZES & _ENDS),
                "and small elsewhere" if self.sign > 0 else "and not much below 0 elsewhere",
            ),
            **dict(total if self.sign > 0 else []),
            "aside": (
                Goal(that(BEYOND() + masses + ERROR()) <= KEPT_BEYOND(), _SIZES),
                "what is put aside",
            ),
            "by sum": (
                Goal(
                    that(rise(BY_SUM(x, i, s), s)) == (own - own.subs(i, 0)) * W(_SCALE),
                    _LINE & index(i, 0, many) & _PRODUCT,
                ),
                "the product's divergence, by its losses",
            ),
            "by pair": (
                Goal(
                    that(rise(BY_PAIR(x, i, s), s))
                    == C(s) * (ROUND(x * start * ratio**s, i) - ROUND(x * start * ratio**s, 0)),
                    _LINE & index(i, 0, many) & _PAIR,
                ),
                "and by those of the pair",
            ),
        }

    @property
    def statement(self) -> Statement:
        above = self.sign > 0
        own = (EXTRA, MASS) if above else ()
        given = (
            W,
            B,
            A,
            C,
            U,
            T,
            H,
            *own,
            BEYOND,
            KEPT_BEYOND,
            ERROR,
            ROUND,
            PAIR,
            MEAN,
            PRODUCT,
            KEPT,
            BY_SUM,
            BY_PAIR,
        )
        return Statement(
            id=f"cactus.rounded.{'above' if above else 'below'}",
            paper=PAPER,
            item=f"ours: rounding, from {'above' if above else 'below'}",
            title="sums of losses may be rounded up, and their tails cut off"
            if above
            else "sums of losses may be rounded down, and their tails cut off",
            printed_latex=_ABOVE if above else _BELOW,
            parameters=_SIZES,
            given=given,
            hypotheses=tuple(goal for goal, _ in self.hypotheses.values()),
            printed=(self.goal,),
            note=_NOTE + (_NO_MORE if above else _NO_LESS),
            examples=tuple(_example(self.sign, sp.S(kept)) for kept in (1, 0 if above else 2)),
        )

    def derive(self) -> Derivation:
        """Show that what is kept of a product of pairs bounds its divergence."""
        proof = Proof(_LINE, self.statement)
        known = self.hypotheses
        h = dict(zip(known, proof.supposes(*known.values()), strict=True))
        proof.idea("The divergence of the product of two pairs is V when it is summed by the "
            "losses of the product, and Z when it is summed by those of the second pair; loss by "
            "loss both grow by the same. What is kept of the masses differs from the product by no "
            "more than t in any tail, and w grows with the loss and is at most 1: so, tail by "
            "tail, the divergence F of what is kept differs by no more than t.")
        proof.part("The divergence by losses of the product and of the pair")
        sums = self._exchanged(proof, h)
        proof.part("What is kept")
        kept = self._kept(proof, h)
        proof.part("What is put aside")
        proof.follows(
            self.goal,
            *sums,
            kept,
            h["aside"],
            because="so what is kept and what is put aside are enough",
        )
        return proof.done()

    def _adds_up(
        self,
        proof: Proof,
        terms: sp.Expr,
        last: sp.Expr,
        because: str,
        *facts: Use,
        on: Domain = _LINE,
        also: tuple[str, ...] = (),
        whole_sum: str = "add up one after the other",
    ) -> str:
        """Append that a sequence does not fall from a term to the next, nor from the first one."""
        upto = last if last is sp.oo else last - 1
        same = proof.follows(
            that(0) <= rise(terms, step),
            *facts,
            on=on & index(step, 0, upto),
            also=also,
            because=because,
        )
        return proof.applies(
            "induction",
            on=on & index(step, 0, last),
            uses=(same,),
            because=whole_sum,
            terms=terms,
            step=sp.Integer(0),
            last=last,
        )

    def _exchanged(self, proof: Proof, h: dict[str, str]) -> tuple[Use, ...]:
        """Append that the divergence is the same by losses of the product and of the pair."""
        sign, here = self.sign, _LINE & _ROUND
        place, by_sum, by_pair = x * first * ratio**i, BY_SUM(x, i, step), BY_PAIR(x, i, step)
        lost = x * start * ratio**step
        one = self._adds_up(
            proof,
            sign * (A(i) * PAIR(place, step) - rise(by_pair, i)),
            size,
            "a loss of the pair and one of the round add the same to both sums",
            (h["pair"], {x: place, s: step}, sign * A(i)),
            (h["by pair"], {i: i + 1, s: step}, -sign),
            (h["by pair"], {s: step}, sign),
            (h["round"], {x: lost}, -sign * C(step)),
            on=here,
        )
        two = self._adds_up(
            proof,
            sign * (rise(by_sum, i) - A(i) * PAIR(place, step - i)),
            room,
            "a loss of the product adds the same to both sums",
            (h["by sum"], {i: i + 1, s: step}, sign),
            (h["by sum"], {s: step}, -sign),
            (h["pair"], {x: place, s: step - i}, -sign * A(i)),
            (h["product"], {s: step}, sign * W(_SCALE.subs(s, step))),
            on=here,
        )
        late = self._adds_up(
            proof,
            sign * A(i) * PAIR(place, size + step),
            sp.oo,
            "no loss comes after the last",
            (h["pair"], {x: place, s: size + step}, sign * A(i)),
            (h["after"], {s: size + step}, sign * A(i) * W(place * start * ratio ** (size + step))),
            on=here,
        )
        soon = self._adds_up(
            proof,
            -sign * A(i) * PAIR(place, -step),
            sp.oo,
            "and none before the first",
            (h["pair"], {x: place, s: -step - 1}, sign * A(i)),
            (h["before"], {s: -step - 1}, sign * A(i) * W(place * start * ratio ** (-step - 1))),
            on=here,
        )
        both = sign * (whole(BY_SUM(x, i, s), s, room) - whole(BY_PAIR(x, i, s), s, size)).subs(
            i, step
        )
        at = {i: step}
        each = self._adds_up(
            proof,
            both,
            many,
            "so this loss of the round adds the same to both",
            (one, {**at, step: size}),
            (two, {**at, step: room}),
            (late, {**at, step: room - size - step}),
            (soon, {**at, step: step}),
        )
        none = self._adds_up(
            proof,
            sign * BY_SUM(x, 0, step),
            room,
            "without losses of the round there is nothing",
            (h["by sum"], {i: 0, s: step}, sign),
            whole_sum="with no loss of the round yet, V stays as it is",
        )
        nothing = self._adds_up(
            proof,
            -sign * BY_PAIR(x, 0, step),
            size,
            "by the pair neither",
            (h["by pair"], {i: 0, s: step}, -sign),
            whole_sum="with no loss of the round yet, Z stays as it is",
        )
        masses = self.extra * MASS(step)
        total = [(h["total"], {s: step}, self.extra)] if sign > 0 else []
        mean = self._adds_up(
            proof,
            sign * (BY_PAIR(x, many, step) + masses - MEAN(x, step)),
            size,
            "with the infinite loss of the round this is what it leaks",
            (h["by pair"], {i: many, s: step}, sign),
            (h["mean"], {s: step}, -sign),
            (h["leak"], {x: lost}, -sign * C(step)),
            *total,
        )
        return (
            (each, {step: many}),
            (none, {step: room}),
            (nothing, {step: size}),
            (mean, {step: size}),
        )

    def _kept(self, proof: Proof, h: dict[str, str]) -> str:
        """Append that the product's divergence is within the error of that of what is kept."""
        sign, y, z = self.sign, _SCALE.subs(s, step), _SCALE.subs(s, step + 1)
        on = _LINE & index(step, 0, room - 1)
        chance = [
            proof.follows(what, (h[name], {x: y}, 1), on=on, because="b is a chance")
            for what, name in ((that(0) <= B(y), "least"), (that(B(y)) <= 1, "most"))
        ]
        rises = proof.follows(
            that(0) <= W(z) - W(y),
            (h["kink"], {x: y}, -1),
            (h["line"], {x: z}, B(y)),
            (h["some"], {x: z}, 1 - B(y)),
            (h["least"], {x: y}, y - z),
            on=on,
            also=chance,
            because="a larger loss counts for more",
        )
        over = sign * (BY_SUM(x, many, step) - KEPT(x, step)) + W(y) * (sign * T(step) - ERROR())
        summed = self._adds_up(
            proof,
            -over,
            room,
            "a tail counts for how much more its first loss counts",
            (h["by sum"], {i: many, s: step}, -sign),
            (h["kept"], {s: step}, sign),
            (h["tails"], {s: step}, sign * W(y)),
            (h["error"], {s: step + 1}, W(z) - W(y)),
            also=(rises,),
        )
        end, begin = y.subs(step, room), y.subs(step, 0)
        one = proof.follows(
            that(W(end)) <= 1,
            (h["kink"], {x: end}, -1),
            (h["most"], {x: end}, 1),
            (h["least"], {x: end}, end),
            on=_LINE,
            because="no loss counts for more than its mass",
        )
        least = proof.follows(
            that(0) <= ERROR(),
            (h["error"], {s: room}, 1),
            (h["none"], {}, sign),
            on=_SIZES,
            because="as t is no less than the last tail, which is 0",
        )
        some = proof.follows(
            that(0) <= W(begin), (h["some"], {x: begin}, 1), on=_LINE, because="nor for less than 0"
        )
        return proof.follows(
            that(sign * (whole(BY_SUM(x, many, s), s, room) - whole(KEPT(x, s), s, room)))
            <= ERROR(),
            (summed, {step: room}),
            (h["error"], {s: 0}, W(begin)),
            (h["none"], {}, sign * W(end)),
            (one, {}, ERROR()),
            on=_LINE,
            also=(least, some),
            because="what is kept is short of the product by no more than t"
            if sign > 0
            else "what is kept is more than the product by no more than t",
        )


def _example(sign: int, kept: sp.Expr) -> dict[str, sp.Lambda]:
    """One loss of mass 1/2, and one of 1/3; so much is kept of their product."""
    _w = sp.Lambda(x, sp.Max(1 - x, 0))
    own, pair = sp.Rational(1, 2), sp.Rational(1, 3)
    top, extra = sp.Min(s, 1), sp.Rational(1, 5) if sign > 0 else sp.S.Zero
    product = own * pair
    error = sign * product * (1 - kept)
    both = product * sp.Min(i, 1) * top * _w(x * first * start)
    return {
        "w": _w,
        "b": sp.Lambda(x, sp.Min(1, sp.Max(0, sp.ceiling(1 - x)))),
        "a": sp.Lambda(i, own * sp.Max(1 - i, 0)),
        "c": sp.Lambda(s, pair * sp.Max(1 - sp.Abs(s), 0)),
        "u": sp.Lambda(s, kept * product * sp.Max(1 - s, 0)),
        "T": sp.Lambda(s, (1 - kept) * product * sp.Max(1 - s, 0)),
        "z": sp.Lambda((), extra),
        "I": sp.Lambda((), sp.Rational(1, 7)),
        "t": sp.Lambda((), error),
        "J": sp.Lambda((), sp.Rational(1, 7) + extra * pair + error),
        "C": sp.Lambda(s, pair * top),
        "H": sp.Lambda(x, extra + own * _w(x * first)),
        "A": sp.Lambda((x, i), own * sp.Min(i, 1) * _w(x * first)),
        "K": sp.Lambda((x, s), pair * sp.Min(1, sp.Max(s, 0)) * _w(x * start)),
        "E": sp.Lambda((x, s), pair * top * (extra + own * _w(x * first * start))),
        "X": sp.Lambda((s, i), product * sp.Min(i, 1) * sp.Max(1 - s, 0)),
        "F": sp.Lambda((x, s), kept * product * top * _w(x * first * start)),
        "V": sp.Lambda((x, i, s), both),
        "Z": sp.Lambda((x, i, s), both),
    }


ABOVE, BELOW = Rounded(1), Rounded(-1)
CLAIMS = (Claim(ABOVE.statement, ABOVE.derive), Claim(BELOW.statement, BELOW.derive))
