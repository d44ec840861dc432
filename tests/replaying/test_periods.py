"""An expected cost with the first period apart: what stands for which period, and nothing else."""

import pytest
from handmade import (
    F,
    Proof,
    accepted,
    add,
    exp,
    expected,
    index,
    integral,
    isnoise,
    law,
    minus,
    mul,
    pieces,
    power,
    rejected,
    rel,
    total,
    tree,
    var,
)

P = [var("p", 0)]
UP = add("p", 1)


def level(n):
    """The density on [n, n + 1): (1/4) 2^-n."""
    return mul(F(1, 4), power(2, mul(-1, n)))


def share(low, high, n):
    """The integral of x times the level of period n."""
    return mul(F(1, 2), level(n), minus(power(high, 2), power(low, 2)))


class Stairs:
    """Noise with that density, which exists, and steps for E|X| = 3/2."""

    def __init__(self, atom=0):
        height = F(1, 4) if atom == 0 else F(1, 8)
        value = mul(height, power(2, mul(-1, "n")))
        rows = [(value, 1)]
        self.proof = Proof(
            parameters=P,
            definitions=[
                pieces("f", [], [], rows, period=1, n="n"), law("Q", "f", atom=atom),
            ],
        )  # fmt: skip
        step, n = self.proof.step, index("n")
        sign = step(rel(0, "<=", value), [n, var("x", "n", add("n", 1), "[)")])
        piece = step(
            integral(value, "x", "n", add("n", 1), value), [n], "integral",
            antiderivative=mul(value, "x"),
        )  # fmt: skip
        half = mul(2, height)
        whole = step(
            total(value, "n", 0, None, half), (), "sum", ratio=tree(F(1, 2)),
            quotient=mul(-1, half),
        )  # fmt: skip
        self.there = step(isnoise("Q"), (), "existence", [sign, piece, whole])
        self.sign = self.positive("()")

    def positive(self, ends, cost="u"):
        return self.proof.step(rel(0, "<=", cost), [var("u", 0, None, ends)])

    def piece(self, low, high, n, domain=(), cost="x", value=None):
        return self.proof.step(
            integral(mul(cost, level(n)), "x", low, high, value or share(low, high, n)), domain,
            "integral", antiderivative=mul(F(1, 2), "x", cost, level(n)),
        )  # fmt: skip

    @property
    def first(self):
        return self.piece(0, 1, 0)

    @property
    def later(self):
        return self.piece(add("n", 1), add("n", 2), add("n", 1), [index("n")])

    def rest(self, start=0, end=None):
        """The sum of the later periods: 2^-(n+1) (2 n + 3)/8 has the sum 5/8."""
        term = mul(F(1, 16), power(2, mul(-1, "n")), add(mul(2, "n"), 3))
        return self.proof.step(
            total(term, "n", start, end, F(5, 8) if start == 0 else F(7, 16)), (), "sum",
            ratio=tree(F(1, 2)), quotient=add(mul(F(-1, 4), "n"), F(-5, 8)),
        )  # fmt: skip

    def all(self):
        """The sum of all periods: 2^-n (2 n + 1)/8 has the sum 6/8."""
        term = mul(F(1, 8), power(2, mul(-1, "n")), add(mul(2, "n"), 1))
        return self.proof.step(
            total(term, "n", 0, None, F(3, 4)), (), "sum", ratio=tree(F(1, 2)),
            quotient=add(mul(F(-1, 2), "n"), F(-3, 4)),
        )  # fmt: skip

    def says(self, value, *uses, cost="u", sign=None, **told):
        told = told or {"apart": True}
        self.proof.step(
            expected("Q", cost, "==", value), (), "expectation",
            [self.there, sign or self.sign, *uses], existence=self.there, **told,
        )  # fmt: skip
        report = self.proof.report()
        self.proof.steps.pop()
        return report


def test_the_first_period_may_stand_apart():
    stairs = Stairs()
    steps = stairs.first, stairs.later, stairs.rest()
    report = stairs.says(F(3, 2), *steps)
    assert report.accepted, report.reason
    assert "another" in stairs.says(F(5, 4), *steps).reason
    assert "another" in stairs.says(F(7, 4), *steps).reason


def test_the_old_form_is_as_it_was():
    stairs = Stairs()
    every = stairs.piece("n", add("n", 1), "n", [index("n")])
    stairs.proof.step(
        expected("Q", "u", "==", F(3, 2)), (), "expectation",
        [stairs.there, stairs.sign, every, stairs.all()], existence=stairs.there,
    )  # fmt: skip
    accepted(stairs.proof)
    told = stairs.proof.steps[-1]["evidence"]
    told["apart"] = True
    rejected(stairs.proof)


def test_a_missing_first_period():
    stairs = Stairs()
    later, rest = stairs.later, stairs.rest()
    assert "speaks of n" in stairs.says(F(5, 4), later, rest).reason
    assert "piece" in stairs.says(F(5, 4), rest, later).reason
    assert "too few" in stairs.says(F(3, 2), stairs.first, later).reason
    assert "too few" in stairs.says(F(3, 2), stairs.first).reason


@pytest.mark.parametrize(
    ("low", "high", "n"), [(0, F(1, 2), 0), (F(1, 2), 1, 0), (0, 1, 1), (0, 2, 0), (1, 2, 1)]
)
def test_a_wrong_first_period(low, high, n):
    stairs = Stairs()
    first, later, rest = stairs.piece(low, high, n), stairs.later, stairs.rest()
    whole = add(mul(2, share(low, high, n)), F(5, 4))
    assert "piece" in stairs.says(whole, first, later, rest).reason


def test_a_first_period_for_every_index():
    stairs = Stairs()
    moving = stairs.piece("n", add("n", 1), "n", [index("n")])
    assert not stairs.says(F(3, 2), moving, stairs.later, stairs.rest()).accepted


def test_pieces_that_overlap():
    """Later periods that begin with the first one, or leave out the second."""
    stairs = Stairs()
    every = stairs.piece("n", add("n", 1), "n", [index("n")])
    assert "piece" in stairs.says(F(7, 4), stairs.first, every, stairs.all()).reason
    far = stairs.piece(add("n", 2), add("n", 3), add("n", 2), [index("n")])
    assert "piece" in stairs.says(F(3, 2), stairs.first, far, stairs.rest()).reason
    wide = stairs.piece("n", add("n", 2), add("n", 1), [index("n")])
    assert "piece" in stairs.says(F(3, 2), stairs.first, wide, stairs.rest()).reason
    few = stairs.piece(add("n", 1), add("n", 2), add("n", 1), [index("n", 1)])
    assert "lie" in stairs.says(F(3, 2), stairs.first, few, stairs.rest()).reason


def test_another_sum_of_the_later_periods():
    stairs = Stairs()
    first, later = stairs.first, stairs.later
    assert "sum over the periods" in stairs.says(F(9, 8), first, later, stairs.rest(1)).reason
    assert "sum over the periods" in stairs.says(F(7, 4), first, later, stairs.all()).reason
    assert "sum over the periods" in stairs.says(F(3, 2), first, later, first).reason


@pytest.mark.parametrize("told", [False, 1, "yes", None])
def test_apart_is_true_or_not_there(told):
    stairs = Stairs()
    steps = stairs.first, stairs.later, stairs.rest()
    assert "not true" in stairs.says(F(3, 2), *steps, apart=told).reason
    assert "exactly the keys" in stairs.says(F(3, 2), *steps, later=True).reason


def test_without_periods_none_is_the_first():
    density = mul(F(1, 2), exp(mul(-1, "x")))
    proof = Proof(definitions=[pieces("f", [], [], [(density, None)]), law("Q", "f")])
    sign = proof.step(rel(0, "<=", density), [var("x", 0, None, "[)")])
    whole = proof.step(
        integral(density, "x", 0, None, F(1, 2)), (), "integral", antiderivative=mul(-1, density)
    )
    there = proof.step(isnoise("Q"), (), "existence", [sign, whole])
    positive = proof.step(rel(0, "<=", 1), [var("u", 0, None, "[)")])
    proof.step(
        expected("Q", 1, "==", 1), (), "expectation", [there, positive, whole], existence=there
    )
    accepted(proof)
    proof.steps[-1]["evidence"]["apart"] = True
    rejected(proof, "without periods")


def test_a_cost_may_be_anything_at_a_point_without_mass():
    for atom, fits in ((0, True), (F(1, 2), False)):
        stairs = Stairs(atom)
        own = F(1, 4) if atom == 0 else F(1, 8)
        value = mul(own, power(2, mul(-1, "n")))
        every = stairs.proof.step(
            integral(mul("x", value), "x", "n", add("n", 1),
                     mul(F(1, 2), value, add(mul(2, "n"), 1))),
            [index("n")], "integral", antiderivative=mul(F(1, 2), "x", "x", value),
        )  # fmt: skip
        half = F(3, 4) if atom == 0 else F(3, 8)
        term = mul(F(1, 6), half, power(2, mul(-1, "n")), add(mul(2, "n"), 1))
        whole = stairs.proof.step(
            total(term, "n", 0, None, half), (), "sum", ratio=tree(F(1, 2)),
            quotient=mul(half, add(mul(F(-2, 3), "n"), -1)),
        )  # fmt: skip
        for ends, good in (("()", fits), ("[)", True)):
            stairs.proof.step(
                expected("Q", "u", "==", mul(2, half)), (), "expectation",
                [stairs.there, stairs.positive(ends), every, whole], existence=stairs.there,
            )  # fmt: skip
            if good:
                accepted(stairs.proof)
            else:
                rejected(stairs.proof, "shown to lie")
            stairs.proof.steps.pop()


def test_a_power_over_an_interval_of_no_length():
    """The first piece may be empty, and begin at 0, where a power has no normal form."""
    proof = Proof(parameters=P)
    claim = integral(power("x", "p"), "x", 0, 0, 0)
    proof.step(claim, P, "integral", antiderivative=mul(power(UP, -1), power("x", "p"), "x"))
    accepted(proof)
    proof.steps[-1]["proposition"] = integral(power("x", "p"), "x", 0, 0, 1)
    rejected(proof, "end values")
    proof.steps[-1]["proposition"] = integral(power("x", "p"), "x", -1, 0, 0)
    rejected(proof, "positive")


def test_a_power_of_the_size_for_every_exponent():
    """E|X|^p by the sum of 2^-(n+1) ((n+2)^(p+1) - (n+1)^(p+1)), which has a name."""
    stairs = Stairs()
    step, on = stairs.proof.step, [var("p", 0)]
    term = mul(
        power(mul(4, UP), -1), power(2, mul(-1, add("n", 1))),
        minus(power(add("n", 2), UP), power(add("n", 1), UP)),
    )  # fmt: skip
    stairs.proof.sentence["given"] = [{"name": "c", "kind": "function", "arity": 0}]
    rest = stairs.proof.assume(total(term, "n", 0, None, ["apply", "c"]), *on)
    positive = step(rel(0, "<=", power("u", "p")), [*on, var("u", 0)])

    def piece(low, high, n, *more):
        rise = minus(power(high, UP), power(low, UP)) if low != 0 else power(high, UP)
        return step(
            integral(mul(power("x", "p"), level(n)), "x", low, high,
                     mul(power(UP, -1), level(n), rise)),
            [*on, *more], "integral",
            antiderivative=mul(power(UP, -1), power("x", UP), level(n)),
        )  # fmt: skip

    later = piece(add("n", 1), add("n", 2), add("n", 1), index("n"))
    first = piece(0, 1, 0)

    def says(value, *uses):
        step(expected("Q", power("u", "p"), "==", value), on, "expectation",
             [stairs.there, positive, *uses], existence=stairs.there, apart=True)  # fmt: skip
        report = stairs.proof.report()
        stairs.proof.steps.pop()
        return report

    start = mul(F(1, 2), power(UP, -1))
    right = says(add(start, mul(2, ["apply", "c"])), first, later, rest)
    assert right.accepted, right.reason
    assert not says(mul(2, ["apply", "c"]), first, later, rest).accepted
    assert not says(mul(2, ["apply", "c"]), later, rest).accepted
