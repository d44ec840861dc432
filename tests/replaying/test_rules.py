"""The table of rules: each applied rightly, and each applied to what is a little too little."""

import pytest
from handmade import (
    OO,
    F,
    Proof,
    accepted,
    add,
    anyset,
    ap,
    between,
    cheaper,
    cost,
    even,
    exp,
    expected,
    fact,
    function,
    given,
    goal,
    index,
    isnoise,
    law,
    mass,
    minus,
    moved,
    mul,
    noise,
    pieces,
    power,
    private,
    rejected,
    rel,
    some,
    tree,
    var,
)

from dpproofs.replaying.table import rules

G, H = (lambda x: ap("G", x)), (lambda x: ap("H", x))
N, X, POSITIVE = index("n"), var("x", 0, None, "[)"), var("h", 0)
LINE = var("x", 0)


def premises(*rows, idle=False, **sentence):
    """A proof that takes some premises as hypotheses, and their steps."""
    defaults = {
        "given": [function("G"), function("H"), function("c", 0), given("X"), given("Y"),
                  given("Z", "integers"), given("M", arity=1), given("P", arity=1), cost()]
    }  # fmt: skip
    proof = Proof(**{**defaults, **sentence})
    if idle:
        proof.step(rel(5, "<", 7))
    return proof, [proof.assume(claim, *domain) for claim, *domain in rows]


def concluded(rule, rows, claim, domain=(), sentence=None, **bindings):
    proof, uses = premises(*rows, **(sentence or {}))
    proof.rule(rule, claim, domain, uses, **bindings)
    return proof


def tails(of, x):
    return mass(of, ["not", between("()", mul(-1, x), x)])


def far(of, x="x"):
    return tails(of, add(x, mul("n", 2)))


def summed(term, value):
    return {"kind": "sum", "term": tree(term), "index": "n", "lower": tree(0), "upper": OO,
            "value": tree(value)}  # fmt: skip


def to_four(term, value):
    return {**summed(term, value), "index": "n_1", "upper": tree(4)}


GROWS = rel(3, "<=", minus(G(add("n", 1)), G("n")))
GROWN = rel(add(G(0), mul("n", 3)), "<=", G("n"))
INDUCTION = {"terms": G("n"), "step": 3}
RISES = rel(G("x"), "<=", G(add("x", "h")))
FALLS = rel(G(add("x", "h")), "<=", G("x"))
CONVEX = rel(mul(2, G(add("x", "h"))), "<=", add(G("x"), G(add("x", mul(2, "h")))))
PERIOD = var("x", 0, 2)
NEARER = rel(far("X"), "<=", far("Y"))
CAKE = rel(1, "<=", add(mass("X", between("[)", "x", None)),
                        mass("X", between("()", None, minus("x", 2)))))  # fmt: skip
HALVES = rel(mass("X", between("(]", "x", add("x", "h"))), "<=",
             mul(2, mass("X", moved(between("(]", "x", add("x", "h")), 1))))  # fmt: skip
INSIDE = ["meet", some(), between("()", 0, 4)]
DOMINATED = rel(mass("X", INSIDE), "<=", mul(2, mass("X", moved(INSIDE, 1))))
WHOLE = rel(mass("X", some()), "<=", mul(2, mass("X", moved(some(), 1))))
SHIFT = var("d", -1, 1, "[]")
BY_SETS = rel(mass("X", some()), "<=",
              add(mul(exp(1), mass("X", moved(some(), "d"))), F(1, 10)))  # fmt: skip
PRIVACY = {"noise": noise("X"), "epsilon": 1, "delta": F(1, 10), "sensitivity": 1}
STRIP = mass("X", between("[)", add(1, mul("n", 2)), add(1, mul(add("n", 1), 2))))
MULTIPLES = [index("n", 2), index("n_1", 1, "n"), index("n_2", 1, "n"),
             var("h", 0, mul(2, power("n", -1)), "(]")]  # fmt: skip
PROPORTION = rel(mul("n_2", G(mul("n_1", "h"))), "<=", mul("n_1", H(mul("n_2", "h"))))
WITHIN = [var("x", 0, 2), var("h", 0, minus(2, "x"), "(]")]
PAIR = [var("x", 0, 2, "(]"), var("h", 0, 2, "(]")]
LENGTHS = {"small": G("x"), "great": H("x"), "width": 2}

EVERY, SHIFTS, FEWER = var("x"), index("n", 1, 4), index("n", 0, 3)
#: The multiplier H(x) G(n) for the shift by n/4, up to n = 4; c is the number that is bounded.
LINEAR = rel(mul(H(mul(add("n_1", "h"), 2)), G("n")), "==",
             add(mul(minus(1, "h"), mul(H(mul("n_1", 2)), G("n"))),
                 mul("h", mul(H(mul(add("n_1", 1), 2)), G("n")))))  # fmt: skip
MOVED = H(minus("x", mul(add("n", 1), F(1, 4))))
GAIN = minus(mul(H("x"), G(add("n", 1))), mul(exp(1), mul(MOVED, G(add("n", 1)))))
DUAL = [
    (private("X", 1, F(1, 10)),),
    (rel(mul("n", F(1, 4)), "<=", 1), SHIFTS), (rel(-1, "<=", mul("n", F(1, 4))), SHIFTS),
    (rel(0, "<=", mul(H("x"), G("n"))), SHIFTS, EVERY),
    (rel(mul(H("x"), G("n")), "<=", G(add("n", 9))), SHIFTS, EVERY),
    (LINEAR, SHIFTS, index("n_1", None), var("h", 0, 1)),
    (rel(mul(0, H("x")), "<=", 0), EVERY),
    (rel(minus(mul(add("n", 1), H("x")), mul("n", H("x"))), "<=", GAIN), FEWER, EVERY),
    (rel(0, "<=", H(0)),),
    (rel(G(add("n", 10)), "<=", minus(H(add("n", 1)), H("n"))), FEWER),
    (rel("x", "<=", add("x", "h")), X, POSITIVE), (rel(0, "<=", "x"), X),
    (rel(ap("c"), "<=", add("x", mul(4, H("x")))), X),
    (rel(ap("c"), "<=", add("x", mul(4, H(mul(-1, "x"))))), X),
]  # fmt: skip
DUAL_VALUE = minus(ap("c"), mul(F(1, 10), H(4)))
MULTIPLIERS = {
    "noise": noise("X"),
    "epsilon": 1,
    "delta": F(1, 10),
    "sensitivity": 1,
    "width": 2,
    "shift": mul("n", F(1, 4)),
    "multiplier": mul(H("x"), G("n")),
    "cap": G(add("n", 9)),
    "total": mul("n", H("x")),
    "weight": H("n"),
    "expression": "x",
    "value": ap("c"),
    "last": 4,
}


def dual(place, *row):
    """The premises of weak duality, one of them changed."""
    return [*DUAL[:place], row, *DUAL[place + 1 :]]


#: On the cells from n to n + 1, n < 4: 7 at n, and the weight H(n) between n + 1/4 and n + 3/4.
COVERED = rel(mass("X", some()), "<=", add(mul(2, mass("X", moved(some(), 1))), ap("c")))
POINT = between("[]", "n", "n")
MIDDLE = between("()", add("n", F(1, 4)), add("n", F(3, 4)))


def uncovered(where, shift=1):
    return minus(mass("X", where), mul(2, mass("X", moved(where, shift))))


def gained(point=POINT, middle=MIDDLE, shift=1):
    gain = add(mul(7, uncovered(point, shift)), mul(H("n"), uncovered(middle, shift)))
    return rel(minus(G(add("n", 1)), G("n")), "<=", gain)


SIMPLE = [
    (COVERED,), (rel("n", "<=", add("n", F(1, 4))), FEWER),
    (rel(add("n", F(1, 4)), "<", add("n", F(3, 4))), FEWER),
    (rel(add("n", F(3, 4)), "<=", add("n", 1)), FEWER), (rel(0, "<=", H("n")), FEWER),
    (rel(H("n"), "<=", 7), FEWER), (gained(), FEWER),
]  # fmt: skip
SIMPLE_SUM = rel(minus(G(4), G(0)), "<=", mul(7, ap("c")))
STEPS = {
    "noise": noise("X"), "factor": 2, "shift": 1, "value": ap("c"), "point": "n",
    "lower": add("n", F(1, 4)), "upper": add("n", F(3, 4)), "weight": H("n"), "cap": 7,
    "total": G("n"), "last": 4,
}  # fmt: skip


def simple(place, *row):
    """The premises for simple functions, one of them changed."""
    return [*SIMPLE[:place], row, *SIMPLE[place + 1 :]]


#: Z is the integer of the cell of X, of width 2 from 1 on; a shift by 3 cells is one by 6.
UNITED = rel(mass("X", some()), "<=", add(mul(2, mass("X", moved(some(), mul(3, 2)))), ap("c")))
CELL_MASS = rel(mass("Z", between("[]", "n", "n")), "==", STRIP)
INTEGERS = rel(mass("Z", some()), "<=", add(mul(2, mass("Z", moved(some(), 3))), ap("c")))
UNITE = {
    "noise": noise("X"), "cells": noise("Z"), "start": 1, "width": 2, "shift": 3, "factor": 2,
    "value": ap("c"),
}  # fmt: skip
#: Z is no further from 0 than Y from the places 2 n, and the cost is x.
PLACED = [
    (rel(tails("Z", "n"), "<=", tails("Y", mul(2, "n"))), index("n", 1)), (rel(0, "==", 0),),
    (rel(mul(2, "x"), "<=", mul(2, add("x", "h"))), X, POSITIVE), (rel(0, "<=", "x"), X),
    (rel("x", "<=", add("x", "h")), X, POSITIVE), (expected("Y", "u", "<=", 5),),
]  # fmt: skip
PLACES = {
    "cheap": noise("Z"), "dear": noise("Y"), "places": mul(2, "x"), "expression": "x", "value": 5,
}  # fmt: skip
CHEAP = expected("Z", mul(2, "u"), "<=", 5)


def placed(place, *row):
    """The premises for tails at places, one of them changed."""
    return [*PLACED[:place], row, *PLACED[place + 1 :]]


#: X has at most 3 times the tails of Y, and the cost is x + 1.
FACTORED = [
    (rel(tails("X", "x"), "<=", mul(3, tails("Y", "x"))), LINE), (rel(0, "<=", add("x", 1)), X),
    (rel(add("x", 1), "<=", add("x", add("h", 1))), X, POSITIVE),
    (expected("Y", add("u", 1), "<=", 5),),
]  # fmt: skip
UP_TO = expected("X", add("u", 1), "<=", 13)
FACTOR = {
    "cheap": noise("X"), "dear": noise("Y"), "expression": add("x", 1), "factor": 3, "value": 5,
}  # fmt: skip

TERMS = {"noise": noise("X"), "start": 1, "width": 2, "terms": G("n"), "value": ap("c")}

#: G is a gap at n + x + d, H the weight at n and the sums at x + n_1; outcomes are 0 to 4.
ANY, FIVE = var("d"), index("n_1", 0, 4)
OVER = [
    (rel(G(add("x", "d")), "<=", 0), X, ANY), (rel(0, "<=", H("n")), N, X, ANY, FIVE),
    (rel(0, "<=", add("x", "n_1")), N, X, ANY, FIVE),
    (rel(minus(H(add("x", add("n_1", 1))), H(add("x", "n_1"))), "<=",
         mul(H("n"), G(add("n", add("x", "n_1"), mul(2, "d"))))), N, X, ANY, FIVE),
    (rel(G(add(add("n", 1), "x", "d")), "<=", minus(H(add("x", 5)), H("x"))), N, X, ANY),
]  # fmt: skip
NO_GAP = rel(G(add("n", "x", "d")), "<=", 0)
GAPS = {
    "gap": G(add("n", "x", "d")), "weight": H("n"), "place": add("x", "n_1"),
    "state": mul(2, "d"), "total": H(add("x", "n_1")), "last": 5,
}  # fmt: skip


def over(place, *row):
    """The premises of an induction over functions, one of them changed."""
    return [*OVER[:place], row, *OVER[place + 1 :]]


RIGHT = {
    "induction over functions": ("induction over functions", OVER, NO_GAP, [N, X, ANY], GAPS),
    "induction": ("induction", [(GROWS, N)], GROWN, [N], {**INDUCTION, "last": OO}),
    "induction to an end": ("induction", [(GROWS, index("n", 0, 4))], GROWN, [index("n", 0, 5)],
                            {**INDUCTION, "last": 5}),
    "induction from more": ("induction", [(GROWS, index("n", -3))], GROWN, [N],
                            {**INDUCTION, "last": OO}),
    "Archimedes": ("Archimedes", [(rel(mul("n", ap("c")), "<=", G(0)), N)], rel(ap("c"), "<=", 0),
                   [], {"value": ap("c"), "bound": G(0)}),
    "order": ("order", [(RISES, X, POSITIVE), (rel(G(1), "<", G(F(1, 2))),)],
              rel(1, "<", F(1, 2)), [], {"curve": G("x"), "before": 1, "after": F(1, 2)}),
    "commensurable": ("commensurable",
                      [(PROPORTION, *MULTIPLES), (rel(H("x"), "<=", H(add("x", "h"))), *WITHIN)],
                      rel(mul("h", G("x")), "<=", mul("x", H("h"))), PAIR, LENGTHS),
    "stochastic order": ("stochastic order", [(rel(tails("X", "x"), "<=", tails("Y", "x")), LINE)],
                         cheaper("X", "Y"), [],
                         {"cheap": noise("X"), "dear": noise("Y"), "cost": "L"}),
    "stochastic order by periods": (
        "stochastic order by periods", [(NEARER, N, PERIOD)], cheaper("X", "Y"), [],
        {"cheap": noise("X"), "dear": noise("Y"), "cost": "L", "width": 2}),
    "larger tails": (
        "larger tails",
        [(NEARER, PERIOD, N), (rel(0, "<=", "x"), X), (rel("x", "<=", add("x", "h")), X, POSITIVE),
         (expected("X", "u", ">=", 5),)],
        expected("Y", "u", ">=", 5), [],
        {"cheap": noise("X"), "dear": noise("Y"), "width": 2, "value": 5, "expression": "x"}),
    "layer cake": ("layer cake", [(CAKE, PERIOD)], expected("X", "u", ">=", 2), [],
                   {"noise": noise("X"), "bound": 1, "width": 2}),
    "domination": ("domination", [(HALVES, var("x", 0, 4), var("h", 0, minus(4, "x")))],
                   DOMINATED, [],
                   {"noise": noise("X"), "factor": 2, "shift": 1, "lower": 0, "upper": 4}),
    "domination on the line": (
        "domination", [(HALVES, var("x"), POSITIVE)],
        rel(mass("X", ["meet", some(), between("()", None, None)]), "<=",
            mul(2, mass("X", moved(["meet", some(), between("()", None, None)], 1)))), [],
        {"noise": noise("X"), "factor": 2, "shift": 1, "lower": OO, "upper": OO}),
    "comparison of sums": (
        "comparison of sums",
        [(summed(G("n"), G(0)),), (summed(H("n"), H(0)),), (rel(G("n"), "<=", H("n")), N)],
        rel(G(0), "<=", H(0)), [],
        {"small": G("n"), "great": H("n"), "less": G(0), "more": H(0)}),
    "first term of a sum": (
        "first term of a sum",
        [(summed(G("n"), ap("c")),), (summed(H("n"), H(0)),),
         (rel(G(add("n", 1)), "==", mul(2, H("n"))), N)],
        rel(ap("c"), "==", add(G(0), mul(2, H(0)))), [],
        {"terms": G("n"), "rest": H("n"), "factor": 2, "value": ap("c"), "remains": H(0)}),
    "without the first term": (
        "without the first term", [(summed(G("n"), ap("c")),)],
        summed(G(add("n", 1)), minus(ap("c"), G(0))), [], {"terms": G("n"), "value": ap("c")}),
    "combination of sums": (
        "combination of sums", [(summed(G("n"), ap("c")),), (summed(H("n"), H(0)),)],
        summed(add(mul(2, G("n")), mul(3, H("n"))), add(mul(2, ap("c")), mul(3, H(0)))), [],
        {"first": G("n"), "second": H("n"), "value": ap("c"), "other": H(0), "times": 2,
         "plus": 3}),
    "multiple of a sum": (
        "multiple of a sum",
        [(summed(G("n"), ap("c")),), (rel(mul(3, G("n")), "==", H("n")), N),
         (rel(mul(3, ap("c")), "==", H(0)),)],
        summed(H("n"), H(0)), [],
        {"terms": G("n"), "others": H("n"), "factor": 3, "value": ap("c"), "other": H(0)}),
    "multiple of a finite sum": (
        "multiple of a finite sum",
        [(to_four(G("n_1"), ap("c")),),
         (rel(mul(3, G("n_1")), "==", H("n_1")), index("n_1", 0, 4))],
        to_four(H("n_1"), mul(3, ap("c"))), [],
        {"terms": G("n_1"), "others": H("n_1"), "factor": 3, "value": ap("c"), "last": 4}),
    "exchange of sums": (
        "exchange of sums",
        [(summed(mul(G("n"), add("n", "n_1")), H(add("n_1", 5))), index("n_1", 0, 4)),
         (to_four(mul(G("n_1"), H(add("n_1", 5))), ap("c")),),
         (to_four(mul(G("n_1"), add("n", "n_1")), H("n")), N)],
        summed(mul(G("n"), H("n")), ap("c")), [],
        {"terms": add("n", "n_1"), "weight": G("n"), "factor": G("n_1"),
         "columns": H(add("n_1", 5)), "rows": H("n"), "value": ap("c"), "last": 4}),
    "countable additivity": (
        "countable additivity",
        [(rel(STRIP, "==", mul(F(1, 4), power(2, mul(-1, "n")))), N)],
        rel(mass("X", between("[)", 1, None)), "==", F(1, 2)), [],
        {"noise": noise("X"), "start": 1, "width": 2, "value": F(1, 2),
         "terms": mul(F(1, 4), power(2, mul(-1, "n")))}),
    "privacy, by sets": ("privacy, by sets", [(BY_SETS, SHIFT)], private("X", 1, F(1, 10)), [],
                         PRIVACY),
    "privacy, by sets, from more": (
        "privacy, by sets", [(BY_SETS, var("d", -2, 2))], private("X", 1, F(1, 10)), [], PRIVACY),
    "exhaustion": (
        "exhaustion",
        [(rel(mass("X", between("[)", minus(1, mul("n", 2)), add(1, mul("n", 2)))), "<=",
              mul(ap("c"), G("n"))), N), (rel(0, "<=", G("n")), N)], rel(0, "<", ap("c")), [],
        {"noise": noise("X"), "start": 1, "width": 2, "value": ap("c"), "terms": G("n")}),
    "privacy, either way": (
        "privacy, either way",
        [(rel(0, "<=", F(1, 10)),),
         *((rel(mass("X", some()), "<=",
                add(mul(exp(1), mass("X", moved(some(), shift))), F(1, 10))),
            var("h", 0, 1, "(]")) for shift in ("h", mul(-1, "h")))],
        private("X", 1, F(1, 10)), [], PRIVACY),
    "layer cake by pairs": (
        "layer cake by pairs",
        [(rel(G(0), "<=", 0),),
         (rel(mul(2, minus(G(add("n", 1)), G("n"))), "<=",
              mul(2, add(far("X"), tails("X", minus(mul(2, add("n", 1)), "x"))))), N, PERIOD)],
        expected("X", "u", ">=", G("n")), [N],
        {"noise": noise("X"), "width": 2, "value": G("n")}),
    "tail sum": (
        "tail sum",
        [(rel("x", "<=", add("x", "h")), X, POSITIVE), (rel(0, "<=", "x"), X),
         (rel(0, "<=", 0),), (rel("n", "<=", add("n", F(1, 2))), N),
         (rel(add("n", F(1, 2)), "<=", add("n", 1)), N), (rel(G(0), "<=", 0),),
         (rel(minus(G(add("n", 1)), G("n")), "<=",
              mul(F(1, 2), add(tails("X", add("n", F(1, 2))), tails("X", add("n", 1))))), N)],
        expected("X", "u", ">=", G("n")), [N],
        {"noise": noise("X"), "expression": "x", "places": "n", "between": add("n", F(1, 2)),
         "value": G("n")}),
    "simple functions": ("simple functions", SIMPLE, SIMPLE_SUM, [], STEPS),
    "sets of cells": (
        "sets of cells", [(UNITED,), (CELL_MASS, index("n", None))], INTEGERS, [], UNITE),
    "larger tails, at places": ("larger tails, at places", PLACED, CHEAP, [], PLACES),
    "tails up to a factor": ("tails up to a factor", FACTORED, UP_TO, [], FACTOR),
    "bounds of a cost": (
        "bounds of a cost",
        [(expected("X", "u", ">=", ap("c")),), (expected("X", "u", "<=", G(0)),)],
        rel(ap("c"), "<=", G(0)), [],
        {"noise": noise("X"), "expression": "x", "less": ap("c"), "more": G(0)}),
    "masses of cells": (
        "masses of cells",
        [(rel(STRIP, "==", G("n")), N), (rel(mass("X", between("[)", 1, None)), "==", ap("c")),)],
        summed(G("n"), ap("c")), [], TERMS),
    "weak duality": ("weak duality", DUAL, expected("X", "u", ">=", DUAL_VALUE), [], MULTIPLIERS),
    "mixtures": (
        "mixtures",
        [(rel(mul(add("n", 1), mass(noise("M", add("n", 1)), some())), "==",
              add(mul("n", mass(noise("M", "n"), some())), mass(noise("P", "n"), some()))), N),
         (rel(0, "==", 0),), (rel("n", "<=", add("n", 1)), N), (rel(0, "<", 3),),
         (cheaper(noise("P", "n"), "Y"), N)],
        cheaper(noise("M", 3), "Y"), [],
        {"mixed": noise("M", "n"), "part": noise("P", "n"), "weight": "n", "dear": noise("Y"),
         "cost": "L", "last": 3}),
}  # fmt: skip


def make(rule, rows, claim, domain, bindings, *, idle=False):
    bindings = dict(bindings)
    if "expression" in bindings:
        bindings["cost"] = tree(bindings.pop("expression"))
    proof, uses = premises(*rows, idle=idle)
    if rule == "countable additivity":
        term = bindings["terms"]
        uses.append(proof.step(
            {"kind": "sum", "term": tree(term), "index": "n", "lower": tree(0), "upper": OO,
             "value": tree(F(1, 2))}, (), "sum", ratio=tree(F(1, 2)), quotient=tree(F(-1, 2)),
        ))  # fmt: skip
    proof.rule(rule, claim, domain, uses, **bindings)
    return proof


@pytest.mark.parametrize("name", RIGHT)
def test_a_rule_that_is_applied_rightly(name):
    report = accepted(make(*RIGHT[name]))
    assert report.trusts == (RIGHT[name][0],)


@pytest.mark.parametrize("name", RIGHT)
def test_a_rule_needs_each_of_its_premises(name):
    """None may be missing, nor be another step that was shown."""
    *_, last = make(*RIGHT[name]).steps
    for place in range(len(last["uses"])):
        for instead in ([], ["1"]):
            made = make(*RIGHT[name], idle=True)
            row = made.steps[-1]
            row["uses"][place : place + 1] = instead
            rows = [s for s in made.steps if s["method"] != "assume"]
            made.sentence["printed"] = [goal(s["proposition"], *s["domain"]) for s in rows]
            rejected(made)


@pytest.mark.parametrize("name", RIGHT)
def test_a_rule_at_other_bindings_says_something_else(name):
    rule, rows, claim, domain, bindings = RIGHT[name]
    other = {"noise": noise("Y"), "cheap": noise("Y"), "dear": noise("X"), "upper": 5, "lower": 1,
             "start": 2, "last": 7, "expression": mul(2, "x")}  # fmt: skip
    for letter in bindings:
        if letter == "cost" or (letter in ("lower", "upper", "last") and bindings[letter] == OO):
            continue
        changed = other.get(letter, F(7, 3))
        report = make(rule, rows, claim, domain, {**bindings, letter: changed}).report()
        assert not report.accepted, letter


LESS = {
    "a gap that begins at places from 1 on": (
        "induction over functions", over(0, OVER[0][0], var("x", 1, None, "[)"), ANY), NO_GAP,
        [N, X, ANY], GAPS),
    "a gap of some states": (
        "induction over functions", over(0, OVER[0][0], X, var("d", -9, 9)), NO_GAP, [N, X, ANY],
        GAPS),
    "weights that may be negative": (
        "induction over functions", over(1, rel(-1, "<=", H("n")), N, X, ANY, FIVE), NO_GAP,
        [N, X, ANY], GAPS),
    "places that may be negative": (
        "induction over functions", over(2, rel(-1, "<=", add("x", "n_1")), N, X, ANY, FIVE),
        NO_GAP, [N, X, ANY], GAPS),
    "a sum that lacks a part": (
        "induction over functions", over(3, OVER[3][0], N, X, ANY, index("n_1", 1, 4)), NO_GAP,
        [N, X, ANY], GAPS),
    "a sum with a part too many": (
        "induction over functions",
        over(4, rel(G(add(add("n", 1), "x", "d")), "<=", minus(H(add("x", 6)), H("x"))), N, X,
             ANY), NO_GAP, [N, X, ANY], GAPS),
    "a gap that is small from the second round on": (
        "induction over functions", over(4, OVER[4][0], index("n", 1), X, ANY), NO_GAP,
        [N, X, ANY], GAPS),
    "no gap, at places below 0": (
        "induction over functions", OVER, NO_GAP, [N, var("x", -1, None, "[)"), ANY], GAPS),
    "a step that depends on the index": (
        "induction", [(rel("n", "<=", minus(G(add("n", 1)), G("n"))), N)],
        rel(add(G(0), mul("n", "n")), "<=", G("n")), [N],
        {"terms": G("n"), "step": "n", "last": OO}),
    "an induction that stops": ("induction", [(GROWS, index("n", 0, 2))], GROWN, [N],
                                {**INDUCTION, "last": OO}),
    "an induction that begins later": ("induction", [(GROWS, index("n", 1))], GROWN, [N],
                                       {**INDUCTION, "last": OO}),
    "an induction over the reals": ("induction", [(GROWS, X)], GROWN, [X],
                                    {**INDUCTION, "last": OO}),
    "an induction one too far": ("induction", [(GROWS, index("n", 0, 4))], GROWN,
                                 [index("n", 0, 6)], {**INDUCTION, "last": 6}),
    "an induction to an end that is no integer": (
        "induction", [(GROWS, index("n", 0, 4))], GROWN, [index("n", 0, F(11, 2))],
        {**INDUCTION, "last": F(11, 2)}),
    "a bound that depends on the index": (
        "Archimedes", [(rel(mul("n", 1), "<=", G("n")), N)], rel(1, "<=", 0), [],
        {"value": 1, "bound": G("n")}),
    "a bound at a few integers": (
        "Archimedes", [(rel(mul("n", ap("c")), "<=", 1), index("n", 0, 9))],
        rel(ap("c"), "<=", 0), [], {"value": ap("c"), "bound": 1}),
    "an order on part of the half line": (
        "order", [(RISES, var("x", 0, 5, "[)"), POSITIVE), (rel(G(1), "<", G(F(1, 2))),)],
        rel(1, "<", F(1, 2)), [], {"curve": G("x"), "before": 1, "after": F(1, 2)}),
    "an order of places that are not positive": (
        "order", [(RISES, X, POSITIVE), (rel(G(-1), "<", G(-2)),)],
        rel(-1, "<", -2), [], {"curve": G("x"), "before": -1, "after": -2}),
    "incommensurable lengths without monotony": (
        "commensurable",
        [(PROPORTION, *MULTIPLES), (rel(G("x"), "<=", G(add("x", "h"))), *WITHIN)],
        rel(mul("h", G("x")), "<=", mul("x", H("h"))), PAIR, LENGTHS),
    "tails in the first periods": (
        "stochastic order by periods", [(NEARER, PERIOD, index("n", 0, 9))], cheaper("X", "Y"),
        [], {"cheap": noise("X"), "dear": noise("Y"), "cost": "L", "width": 2}),
    "tails in part of the periods": (
        "stochastic order by periods", [(NEARER, var("x", 0, 1), N)], cheaper("X", "Y"), [],
        {"cheap": noise("X"), "dear": noise("Y"), "cost": "L", "width": 2}),
    "a step that depends on the set of a mixture": (
        "mixtures",
        [(rel(mul(add("n", 1), mass(noise("M", add("n", 1)), between("()", 0, 1))), "==",
              add(mul("n", mass(noise("M", "n"), between("()", 0, 1))),
                  mass(noise("P", "n"), between("()", 0, 1)))), N),
         (rel(0, "==", 0),), (rel("n", "<=", add("n", 1)), N), (rel(0, "<", 3),),
         (cheaper(noise("P", "n"), "Y"), N)],
        cheaper(noise("M", 3), "Y"), [],
        {"mixed": noise("M", "n"), "part": noise("P", "n"), "weight": "n", "dear": noise("Y"),
         "cost": "L", "last": 3}),
    "integers alone, for noise on the line": (
        "stochastic order by periods, integers",
        [(rel(far("X", "n_1"), "<=", far("Y", "n_1")), N, index("n_1", 1, 2))],
        cheaper("X", "Y"), [], {"cheap": noise("X"), "dear": noise("Y"), "cost": "L", "width": 2}),
    "a cake of half a width": ("layer cake", [(CAKE, var("x", 0, 1))],
                               expected("X", "u", ">=", 2), [],
                               {"noise": noise("X"), "bound": 1, "width": 2}),
    "a cake of another cost": ("layer cake", [(CAKE, PERIOD)],
                               expected("X", mul(2, "u"), ">=", 2), [],
                               {"noise": noise("X"), "bound": 1, "width": 2}),
    "a cake from above": ("layer cake", [(CAKE, PERIOD)], expected("X", "u", "<=", 2), [],
                          {"noise": noise("X"), "bound": 1, "width": 2}),
    "domination with a factor that is negative": (
        "domination",
        [(rel(mass("X", between("(]", "x", add("x", "h"))), "<=",
              mul(-1, mass("X", moved(between("(]", "x", add("x", "h")), 1)))),
          var("x", 0, 4), var("h", 0, minus(4, "x")))],
        rel(mass("X", INSIDE), "<=", mul(-1, mass("X", moved(INSIDE, 1)))), [],
        {"noise": noise("X"), "factor": -1, "shift": 1, "lower": 0, "upper": 4}),
    "domination of short intervals only beyond": (
        "domination", [(HALVES, var("x", 0, 4), var("h", 0, minus(4, "x")))], WHOLE, [],
        {"noise": noise("X"), "factor": 2, "shift": 1, "lower": 0, "upper": 4}),
    "domination where the factor moves": (
        "domination",
        [(rel(mass("X", between("(]", "x", add("x", "h"))), "<=",
              mul("x", mass("X", moved(between("(]", "x", add("x", "h")), 1)))),
          var("x", 0, 4), var("h", 0, minus(4, "x")))],
        rel(mass("X", INSIDE), "<=", mul("x", mass("X", moved(INSIDE, 1)))), [],
        {"noise": noise("X"), "factor": "x", "shift": 1, "lower": 0, "upper": 4}),
    "privacy for shifts to one side": (
        "privacy, by sets", [(BY_SETS, var("d", 0, 1, "[]"))], private("X", 1, F(1, 10)), [],
        PRIVACY),
    "privacy for the shifts inside": (
        "privacy, by sets", [(BY_SETS, var("d", -1, 1))], private("X", 1, F(1, 10)), [], PRIVACY),
    "privacy for shifts by integers, of noise on the line": (
        "privacy, by sets of integers",
        [(rel(mass("X", some()), "<=", add(mul(exp(1), mass("X", moved(some(), "n"))), F(1, 10))),
          index("n", -1, 1))], private("X", 1, F(1, 10)), [], PRIVACY),
    "privacy for shifts by all numbers, of noise on the integers, by the wrong rule": (
        "privacy, by sets",
        [(rel(mass("Z", some()), "<=", add(mul(exp(1), mass("Z", moved(some(), "d"))), F(1, 10))),
          SHIFT)], private("Z", 1, F(1, 10)), [], {**PRIVACY, "noise": noise("Z")}),
    "privacy of one set": (
        "privacy, by sets",
        [(rel(mass("X", between("()", 0, None)), "<=",
              add(mul(exp(1), mass("X", moved(between("()", 0, None), "d"))), F(1, 10))), SHIFT)],
        private("X", 1, F(1, 10)), [], PRIVACY),
    "privacy with a loss that depends on the shift": (
        "privacy, by sets",
        [(rel(mass("X", some()), "<=",
              add(mul(exp("d"), mass("X", moved(some(), "d"))), F(1, 10))), SHIFT)],
        private("X", "d", F(1, 10)), [SHIFT], {**PRIVACY, "epsilon": "d"}),
    "privacy with a loss that depends on the set": (
        "privacy, by sets",
        [(rel(mass("X", some()), "<=",
              add(mul(exp(1), mass("X", moved(some(), "d"))), mass("X", some()))), SHIFT)],
        private("X", 1, mass("X", some())), [], {**PRIVACY, "delta": mass("X", some())}),
    "a sum without a term that is not the first": (
        "without the first term", [(summed(G("n"), ap("c")),)],
        summed(G(add("n", 1)), minus(ap("c"), G(1))), [], {"terms": G("n"), "value": ap("c")}),
    "a sum of which one summand is left out": (
        "combination of sums", [(summed(G("n"), ap("c")),), (summed(H("n"), H(0)),)],
        summed(add(G("n"), H("n")), ap("c")), [],
        {"first": G("n"), "second": H("n"), "value": ap("c"), "other": H(0), "times": 1,
         "plus": 1}),
    "a multiple of a sum, where the terms are another multiple": (
        "multiple of a sum",
        [(summed(G("n"), ap("c")),), (rel(mul(2, G("n")), "==", H("n")), N),
         (rel(mul(3, ap("c")), "==", H(0)),)],
        summed(H("n"), H(0)), [],
        {"terms": G("n"), "others": H("n"), "factor": 3, "value": ap("c"), "other": H(0)}),
    "a multiple of a finite sum, but for the last term": (
        "multiple of a finite sum",
        [(to_four(G("n_1"), ap("c")),),
         (rel(mul(3, G("n_1")), "==", H("n_1")), index("n_1", 0, 3))],
        to_four(H("n_1"), mul(3, ap("c"))), [],
        {"terms": G("n_1"), "others": H("n_1"), "factor": 3, "value": ap("c"), "last": 4}),
    "an exchange of infinitely many sums": (
        "exchange of sums",
        [(summed(mul(G("n"), add("n", "n_1")), H("n_1")), index("n_1")),
         ({**to_four(mul(G("n_1"), H("n_1")), ap("c")), "upper": OO},),
         ({**to_four(mul(G("n_1"), add("n", "n_1")), H("n")), "upper": OO}, N)],
        summed(mul(G("n"), H("n")), ap("c")), [],
        {"terms": add("n", "n_1"), "weight": G("n"), "factor": G("n_1"), "columns": H("n_1"),
         "rows": H("n"), "value": ap("c"), "last": OO}),
    **{
        f"weak duality {about}": (
            "weak duality", rows, expected("X", "u", ">=", value), [], {**MULTIPLIERS, **changed})
        for about, rows, value, changed in (
            ("that leaves out delta", DUAL, ap("c"), {}),
            ("that leaves out a weight", DUAL, minus(ap("c"), mul(F(1, 10), H(3))), {}),
            ("of noise on the integers", dual(0, private("Z", 1, F(1, 10))), DUAL_VALUE,
             {"noise": noise("Z")}),
            ("of shifts to one side", dual(2, rel(-1, "<=", "n"), SHIFTS), DUAL_VALUE, {}),
            ("of shifts beyond the sensitivity", dual(1, rel("n", "<=", 4), SHIFTS), DUAL_VALUE,
             {"shift": "n"}),
            ("of multipliers on a half line",
             dual(3, rel(0, "<=", mul(H("x"), G("n"))), SHIFTS, X), DUAL_VALUE, {}),
            ("of multipliers that are linear from 0 on",
             dual(5, LINEAR, SHIFTS, index("n_1"), var("h", 0, 1)), DUAL_VALUE, {}),
            ("of a cost on one side", dual(13, DUAL[12][0], X), DUAL_VALUE, {}),
            ("of a cost beyond a place", dual(12, DUAL[12][0], var("x", 1, None, "[)")),
             DUAL_VALUE, {}),
            ("of the other moved multiplier",
             dual(7, rel(minus(mul(add("n", 1), H("x")), mul("n", H("x"))), "<=",
                         minus(mul(H("x"), G(add("n", 1))),
                               mul(exp(1), mul(H(add("x", mul(add("n", 1), F(1, 4)))),
                                               G(add("n", 1)))))), FEWER, EVERY),
             DUAL_VALUE, {}),
            ("without shifts", DUAL, minus(ap("c"), mul(F(1, 10), H(0))), {"last": 0}),
            ("of multipliers that depend on the place", DUAL, DUAL_VALUE,
             {"weight": mul("x", H("n"))}),
        )
    },
    **{
        f"simple functions {about}": (
            "simple functions", rows, claim, [], {**STEPS, **changed})
        for about, rows, claim, changed in (
            ("without the value", SIMPLE, rel(minus(G(4), G(0)), "<=", 0), {}),
            ("that begin with more", SIMPLE, rel(G(4), "<=", mul(7, ap("c"))), {}),
            ("with the value once", SIMPLE, rel(minus(G(4), G(0)), "<=", ap("c")), {}),
            ("without steps", SIMPLE, rel(minus(G(0), G(0)), "<=", mul(7, ap("c"))), {"last": 0}),
            ("of one set", simple(0, rel(mass("X", POINT), "<=",
                                         add(mul(2, mass("X", moved(POINT, 1))), ap("c"))), FEWER),
             SIMPLE_SUM, {}),
            ("of a value that depends on the set",
             simple(0, rel(mass("X", some()), "<=", add(mul(2, mass("X", moved(some(), 1))),
                                                        mass("X", some())))),
             rel(minus(G(4), G(0)), "<=", mul(7, mass("X", some()))),
             {"value": mass("X", some())}),
            ("of a cell that reaches into the next",
             simple(3, rel(add("n", F(5, 4)), "<=", add("n", 2)), FEWER), SIMPLE_SUM,
             {"upper": add("n", F(5, 4))}),
            ("of a point inside its cell", simple(1, rel("n", "<=", add("n", 1)), FEWER),
             SIMPLE_SUM, {}),
            ("of cells that may be empty",
             simple(2, rel(add("n", F(1, 4)), "<=", add("n", F(3, 4))), FEWER), SIMPLE_SUM, {}),
            ("that may be negative", simple(4, rel(-1, "<=", H("n")), FEWER), SIMPLE_SUM, {}),
            ("that may be larger", simple(5, rel(H("n"), "<=", 8), FEWER), SIMPLE_SUM, {}),
            ("on all cells but one", simple(6, gained(), index("n", 1, 3)), SIMPLE_SUM, {}),
            ("of closed cells", simple(6, gained(middle=["between", "[]", *MIDDLE[2:]]), FEWER),
             SIMPLE_SUM, {}),
            ("moved by another shift", simple(6, gained(shift=-1), FEWER), SIMPLE_SUM, {}),
        )
    },
    **{
        f"sets of cells {about}": ("sets of cells", rows, claim, [], {**UNITE, **changed})
        for about, rows, claim, changed in (
            ("from 0 on", [(UNITED,), (CELL_MASS, N)], INTEGERS, {}),
            ("of one set",
             [(rel(mass("X", POINT), "<=",
                   add(mul(2, mass("X", moved(POINT, mul(3, 2)))), ap("c"))), index("n", None)),
              (CELL_MASS, index("n", None))], INTEGERS, {}),
            ("of closed cells",
             [(UNITED,),
              (rel(mass("Z", between("[]", "n", "n")), "==",
                   mass("X", between("[]", add(1, mul("n", 2)), add(1, mul(add("n", 1), 2))))),
               index("n", None))], INTEGERS, {}),
            ("with less mass",
             [(UNITED,), (rel(mass("Z", between("[]", "n", "n")), "<=", STRIP), index("n", None))],
             INTEGERS, {}),
            ("for one cell of another shift", [(UNITED,), (CELL_MASS, index("n", None))],
             rel(mass("Z", some()), "<=", add(mul(2, mass("Z", moved(some(), 2))), ap("c"))), {}),
            ("without the value", [(UNITED,), (CELL_MASS, index("n", None))],
             rel(mass("Z", some()), "<=", mul(2, mass("Z", moved(some(), 3)))), {}),
            ("of noise on the line",
             [(UNITED,),
              (rel(mass("Y", between("[]", "n", "n")), "==", STRIP), index("n", None))],
             rel(mass("Y", some()), "<=", add(mul(2, mass("Y", moved(some(), 3))), ap("c"))),
             {"cells": noise("Y")}),
            ("of a shift by half a cell",
             [(rel(mass("X", some()), "<=",
                   add(mul(2, mass("X", moved(some(), mul(F(1, 2), 2)))), ap("c"))),),
              (CELL_MASS, index("n", None))],
             rel(mass("Z", some()), "<=", add(mul(2, mass("Z", moved(some(), F(1, 2)))), ap("c"))),
             {"shift": F(1, 2)}),
            ("of a value that depends on the set",
             [(rel(mass("X", some()), "<=", add(mul(2, mass("X", moved(some(), mul(3, 2)))),
                                                mass("X", some()))),),
              (CELL_MASS, index("n", None))],
             rel(mass("Z", some()), "<=", add(mul(2, mass("Z", moved(some(), 3))),
                                              mass("X", some()))),
             {"value": mass("X", some())}),
        )
    },
    **{
        f"larger tails at places {about}": (
            "larger tails, at places", rows, claim, [], {**PLACES, **changed})
        for about, rows, claim, changed in (
            ("from 2 on", placed(0, PLACED[0][0], index("n", 2)), CHEAP, {}),
            ("that begin with less", placed(1, rel(0, "<=", 0)), CHEAP, {}),
            ("that do not rise", placed(2, rel(0, "<=", 1), X, POSITIVE), CHEAP, {}),
            ("of a cost that may be negative", placed(3, rel(-1, "<=", "x"), X), CHEAP, {}),
            ("of a cost that may fall", placed(4, rel(0, "<=", "h"), X, POSITIVE), CHEAP, {}),
            ("of another bound", placed(5, expected("Y", "u", "<=", 6)), CHEAP, {}),
            ("of a bound from below", placed(5, expected("Y", "u", ">=", 5)), CHEAP, {}),
            ("of the cost elsewhere", PLACED, expected("Z", mul(3, "u"), "<=", 5), {}),
            ("of noise on the line",
             placed(0, rel(tails("X", "n"), "<=", tails("Y", mul(2, "n"))), index("n", 1)),
             expected("X", mul(2, "u"), "<=", 5), {"cheap": noise("X")}),
        )
    },
    **{
        f"tails up to a factor {about}": (
            "tails up to a factor", rows, claim, [], {**FACTOR, **changed})
        for about, rows, claim, changed in (
            ("beyond a place", [(FACTORED[0][0], var("x", 1)), *FACTORED[1:]], UP_TO, {}),
            ("that leave out the factor", FACTORED, expected("X", add("u", 1), "<=", 5), {}),
            ("that leave out the cost at 0", FACTORED, expected("X", add("u", 1), "<=", 12), {}),
            ("of another cost", FACTORED, expected("X", add("u", 2), "<=", 13), {}),
            ("of a cost that may fall",
             [*FACTORED[:2], (rel(1, "<=", add("h", 1)), X, POSITIVE), FACTORED[3]], UP_TO, {}),
            ("that is negative",
             [(rel(tails("X", "x"), "<=", mul(-1, tails("Y", "x"))), LINE), *FACTORED[1:]],
             expected("X", add("u", 1), "<=", -3), {"factor": -1}),
            ("of a bound from below", [*FACTORED[:3], (expected("Y", add("u", 1), ">=", 5),)],
             UP_TO, {}),
        )
    },
    "bounds of two costs": (
        "bounds of a cost",
        [(expected("X", mul(2, "u"), ">=", ap("c")),), (expected("X", "u", "<=", G(0)),)],
        rel(ap("c"), "<=", G(0)), [],
        {"noise": noise("X"), "expression": "x", "less": ap("c"), "more": G(0)}),
    "bounds of the costs of two noises": (
        "bounds of a cost",
        [(expected("Y", "u", ">=", ap("c")),), (expected("X", "u", "<=", G(0)),)],
        rel(ap("c"), "<=", G(0)), [],
        {"noise": noise("X"), "expression": "x", "less": ap("c"), "more": G(0)}),
    "masses of cells from another place": (
        "masses of cells",
        [(rel(STRIP, "==", G("n")), N), (rel(mass("X", between("[)", 0, None)), "==", ap("c")),)],
        summed(G("n"), ap("c")), [], TERMS),
    "masses of all cells but one": (
        "masses of cells",
        [(rel(STRIP, "==", G("n")), index("n", 1)),
         (rel(mass("X", between("[)", 1, None)), "==", ap("c")),)],
        summed(G("n"), ap("c")), [], TERMS),
    "masses of cells from a bound": (
        "masses of cells",
        [(rel(STRIP, "==", G("n")), N), (rel(mass("X", between("[)", 1, None)), "<=", ap("c")),)],
        summed(G("n"), ap("c")), [], TERMS),
    "masses of cells of no width": (
        "masses of cells",
        [(rel(mass("X", between("[)", add(1, mul("n", 0)), add(1, mul(add("n", 1), 0)))), "==",
              G("n")), N), (rel(mass("X", between("[)", 1, None)), "==", ap("c")),)],
        summed(G("n"), ap("c")), [], {**TERMS, "width": 0}),
    "a density of noise that is given": (
        "privacy, by the density", [], private("X", 1), [],
        {"noise": noise("X"), "epsilon": 1, "sensitivity": 1}),
    "a rule without a name": ("magic", [], rel(1, "<", 0), [], {}),
    "a letter that is missing": ("Archimedes", [(rel("n", "<=", "n"), N)], rel(1, "<=", 0), [],
                                 {"value": 1}),
}  # fmt: skip


@pytest.mark.parametrize("name", LESS)
def test_a_rule_with_a_little_too_little(name):
    report = make(*LESS[name]).report()
    assert not report.accepted
    made = make(*LESS[name])
    assert report.failing in (str(len(made.steps)), None), (report.failing, report.reason)


BOUND, BEGINS = rel(0, "<=", ap("c")), rel(G(0), "<=", H(0))
PASSED = H(0), G(add("n", 1))


def test_one_of_two_numbers_is_at_most_the_other():
    rows = [(BOUND, var("x", *map(G, ends), "[]")) for ends in ((0, 1), (1, 0))]
    letters = {"first": G(0), "second": G(1), "left": 0, "right": ap("c")}

    def made(order, **changed):
        proof, (known,) = premises((rel(1, "<=", ap("c")),))
        uses = [
            proof.step(claim, [{**x, "hollow": True}], "entailment", [known], facts=[fact(known)])
            for claim, x in (rows[place] for place in order)
        ]
        proof.rule("either order", BOUND, [], uses, **{**letters, **changed})
        return proof

    accepted(made((0, 1)))
    for wrong in ((0,), (0, 0), (1, 0)):
        assert not made(wrong).report().accepted
    for changed in ({"first": G(2)}, {"left": 1}, {"right": 1}):
        assert not made((0, 1), **changed).report().accepted


def test_a_sequence_that_rises_by_steps_passes_a_number():
    letters = {"terms": G("n"), "step": 3, "level": H(0), "left": 0, "right": ap("c")}

    def made(grows=(GROWS, N), begins=BEGINS, ends=PASSED, **changed):
        proof, (known, first, rises) = premises((rel(1, "<=", ap("c")),), (begins,), grows)
        there = [N, *({**var(name, *places, "[]"), "hollow": True}
                      for name, places in (("x", (G("n"), H(0))), ("d", ends)))]  # fmt: skip
        last = proof.step(BOUND, there, "entailment", [known], facts=[fact(known)])
        proof.rule("crossing", BOUND, [], [first, rises, last], **{**letters, **changed})
        return proof

    accepted(made())
    for wrong in (
        {"begins": rel(H(0), "<=", G(0))}, {"grows": (GROWS, index("n", 1))},
        {"grows": (rel(0, "<=", minus(G(add("n", 1)), G("n"))), N), "step": 0},
        {"ends": (H(0), G("n"))}, {"level": H(1)},
        {"terms": G(add("n", 1))}, {"left": 1}, {"step": 4},
    ):  # fmt: skip
        assert not made(**wrong).report().accepted, wrong


def test_a_rule_holds_for_all_that_is_around():
    around = [var("a", 0)]
    claim = rel(add(G(mul("a", 0)), mul("n", "a")), "<=", G(mul("a", "n")))
    rows = [(rel("a", "<=", minus(G(mul("a", add("n", 1))), G(mul("a", "n")))), *around, N)]
    proof = concluded("induction", rows, claim, [*around, N], terms=G(mul("a", "n")), step="a",
                      last=OO)  # fmt: skip
    accepted(proof)
    proof.steps[-1]["domain"] = [var("a", -1), N]
    rejected(proof)


def test_a_rule_does_not_bind_a_parameter():
    rows = [(GROWS, N)]
    accepted(concluded("induction", rows, GROWN, [N], **INDUCTION, last=OO))
    proof = concluded("induction", rows, GROWN, [N], {"parameters": [N]}, **INDUCTION, last=OO)
    rejected(proof, "does not move")


def test_a_set_of_a_rule_is_any_set():
    proof, uses = premises((BY_SETS, SHIFT))
    proof.sentence["given"].append(anyset("S"))
    proof.rule("privacy, by sets", private("X", 1, F(1, 10)), [], uses, **PRIVACY)
    rejected(proof, "name of another thing")


# -- numbers that rules find ----------------------------------------------------------------------


#: What is bounded is at most this; h is the rule's letter.
ABOVE = G("h")


def supremum(proof, name="t", domain=(), above=ABOVE, start=0, uses=None):
    here = [var("x", 0, 2, "(]"), var("h", 0, 2, "(]")]
    if uses is None:
        uses = [proof.assume(rel(H("x"), "<=", above), *domain, *here),
                proof.assume(rel(start, "<=", above), *domain, here[1])]  # fmt: skip
    parameters = {v["name"] for v in proof.sentence.get("parameters", [])}
    t = ap(name, *(v["name"] for v in domain if v["name"] not in parameters))
    facts = [(rel(start, "<=", t),), (rel(H("x"), "<=", t), here[0]),
             (rel(t, "<=", above), here[1])]  # fmt: skip
    return proof.obtain("supremum", name, facts, domain, uses, set=H("x"), start=start,
                        above=above, width=2)  # fmt: skip


def found(**sentence):
    return Proof(**{"given": [function("G"), function("H"), given("X")], **sentence})


def bounded(proof, t="t"):
    """0 <= G(1) by way of the supremum."""
    step = supremum(proof, t)
    low, high = proof.fact(step, 0), proof.fact(step, 2)
    proof.combine(rel(0, "<=", G(1)), (), (low, {}, 1), (high, {"h": 1}, 1))
    return step


def test_a_supremum():
    proof = found()
    bounded(proof)
    accepted(proof)


def test_a_supremum_for_every_value_of_a_variable_and_of_a_parameter():
    proof = found(parameters=[var("p", 0)])
    step = supremum(proof, domain=[var("a", 0), var("p", 0)])
    fact = proof.fact(step, 0)
    proof.combine(rel(-1, "<=", ap("t", "a")), [var("a", 0), var("p", 0)], (fact, {}, 1))
    proof.sentence["printed"] = [goal(rel(0, "==", 0))]
    proof.step(rel(0, "==", 0), by="identity")
    proof.steps[-1]["uses"] = ["5"]
    accepted(proof)


@pytest.mark.parametrize("taken", ["G", "X", "t", "S", "p"])
def test_what_a_rule_finds_has_a_new_name(taken):
    proof = found(parameters=[var("p", 0)])
    supremum(proof, "t")
    if taken == "S":
        proof.step(rel(mass("X", some()), "==", mass("X", some())), by="identity")
    step = supremum(proof, taken, uses=["1", "2"])
    proof.fact(step, 0)
    assert not proof.report().accepted


def test_what_a_rule_finds_is_not_spoken_of_before():
    proof = found()
    proof.step(rel(ap("t"), "==", ap("t")), by="identity")
    bounded(proof)
    rejected(proof, "nothing declares", step="1")
    assumed = found()
    assumed.assume(rel(ap("t"), "==", 7))
    bounded(assumed)
    rejected(assumed, "nothing declares", step=None)


def test_a_supremum_of_a_set_that_speaks_of_it():
    proof = found()
    here = [var("x", 0, 2, "(]"), var("h", 0, 2, "(]")]
    one = proof.step(rel(0, "<=", 0), here)
    two = proof.step(rel(0, "<=", 0), here[1:])
    t = ap("t")
    proof.obtain("supremum", "t", [(rel(0, "<=", t),), (rel(add(t, 1), "<=", t), here[0]),
                                   (rel(t, "<=", 0), here[1])], (), [one, two],
                 set=add(t, 1), start=0, above=0, width=2)  # fmt: skip
    rejected(proof, "nothing declares")


def test_facts_are_those_of_the_rule():
    changes = {
        "another": rel(1, "<=", ap("t")),
        "the other way": rel(ap("t"), "<=", 0),
        "of something else": rel(0, "<=", G(0)),
    }
    for changed in changes.values():
        proof = found()
        supremum(proof)
        proof.steps[-1]["proposition"]["facts"][0]["proposition"] = changed
        rejected(proof, "finds")
    proof = found()
    supremum(proof)
    proof.steps[-1]["proposition"]["facts"].append(goal(rel(1, "<=", 0)))
    rejected(proof, "finds")
    proof = found()
    step = bounded(proof)
    proof.steps[3].update(step[1][2])
    rejected(proof, "not the fact", step="4")


def test_a_number_that_is_found_has_every_variable_as_an_argument():
    proof = found()
    supremum(proof, domain=[var("a", 0)])
    for claim in (proof.steps[-1]["proposition"],):
        claim["arguments"] = []
        for known in claim["facts"]:
            for side in ("lhs", "rhs"):
                if known["proposition"][side] == ap("t", "a"):
                    known["proposition"][side] = ap("t")
    rejected(proof, "arguments")


def test_a_number_that_is_found_does_not_depend_on_any_set():
    proof = found()
    of = mass("X", some())
    proof.assume(rel(H("x"), "<=", of), var("x", 0, 2, "(]"), var("h", 0, 2, "(]"))
    proof.assume(rel(0, "<=", of), var("h", 0, 2, "(]"))
    step = supremum(proof, above=of, uses=["1", "2"])
    proof.fact(step, 0)
    rejected(proof, "any set", step="3")


def test_a_place_an_increase_a_line_and_a_reciprocal():
    curve = minus("x", F(1, 3))
    proof = found()
    one = proof.step(rel(minus(minus(add("x", "h"), F(1, 3)), curve), "<=", mul(2, "h")),
                     [var("x", 0, 1, "[)"), var("h", 0, minus(1, "x"), "(]")])  # fmt: skip
    two, three = proof.step(rel(F(-1, 3), "<", 0)), proof.step(rel(0, "<", F(2, 3)))
    t = ap("t")
    facts = [(rel(0, "<", t),), (rel(t, "<", 1),), (rel(minus(t, F(1, 3)), "==", 0),)]
    binding = {"curve": curve, "slope": 2, "lower": 0, "upper": 1}
    step = proof.obtain("intermediate value", "t", facts, (), [one, two, three], **binding)
    zero = proof.fact(step, 2)
    proof.combine(rel(0, "<", F(1, 3)), (), (zero, {}, -1), (proof.fact(step, 0), {}, 1))
    accepted(proof)
    for key, other in (("slope", "x"), ("lower", F(1, 2)), ("upper", 2), ("curve", "x")):
        changed = found()
        changed.steps, changed.sentence = proof.steps[:3], {**proof.sentence}
        changed.obtain("intermediate value", "t", facts, (), [one, two, three],
                       **{**binding, key: other})  # fmt: skip
        rejected(changed)
    line = found()
    uses = [line.assume(claim, X, POSITIVE) for claim in (CONVEX, FALLS)]
    below = rel(minus(G(1), mul(ap("m"), minus("x", 1))), "<=", G("x"))
    step = line.obtain("supporting line", "m", [(rel(0, "<=", ap("m")),), (below, X)], (), uses,
                       curve=G("x"), at=1)  # fmt: skip
    line.fact(step, 1)
    line.sentence["printed"] = [goal(rel(0, "==", 0))]
    line.step(rel(0, "==", 0), by="identity", uses=["4"])
    accepted(line)
    at_zero = found()
    uses = [at_zero.assume(claim, X, POSITIVE) for claim in (CONVEX, FALLS)]
    below = rel(minus(G(0), mul(ap("m"), minus("x", 0))), "<=", G("x"))
    at_zero.obtain("supporting line", "m", [(rel(0, "<=", ap("m")),), (below, X)], (), uses,
                   curve=G("x"), at=0)  # fmt: skip
    rejected(at_zero, "positive")


# -- defined noise in rules -----------------------------------------------------------------------


def laplace():
    """Laplace noise Q with its density f, its existence, and the premises of privacy."""
    density = mul(F(1, 2), exp(mul(-1, "x")))
    proof = Proof(
        given=[given("X"), cost()],
        definitions=[pieces("f", [], [], [(density, None)]), law("Q", "f")],
    )
    sign = proof.step(rel(0, "<=", density), [X])
    half = proof.step(
        {"kind": "integral", "integrand": density, "variable": "x", "lower": tree(0), "upper": OO,
         "value": tree(F(1, 2))}, (), "integral", antiderivative=mul(F(-1, 2), exp(mul(-1, "x"))),
    )  # fmt: skip
    proof.exists = proof.step(isnoise("Q"), (), "existence", [sign, half])
    equation = proof.step(rel(ap("f", "x"), "==", density), [X], "definition", name="f", piece=0)
    falls = proof.step(rel(density, ">=", mul(density, exp(mul(-1, "h")))), [X, POSITIVE])
    decreases = proof.combine(
        rel(ap("f", add("x", "h")), "<=", ap("f", "x")), [X, POSITIVE],
        (equation, {}, 1), (equation, {"x": add("x", "h")}, -1), (falls, {}, 1),
    )  # fmt: skip
    shift = proof.combine(
        rel(ap("f", "x"), "<=", mul(exp(1), ap("f", add("x", 1)))), [X],
        (equation, {}, -1), (equation, {"x": add("x", 1)}, exp(1)),
    )  # fmt: skip
    proof.premises = [decreases, shift]
    return proof


def by_density(proof, epsilon=1, uses=None, **changes):
    uses = [*proof.premises, proof.exists] if uses is None else uses
    bindings = {"noise": noise("Q"), "epsilon": epsilon, "sensitivity": 1, **changes}
    proof.rule("privacy, by the density", private("Q", epsilon), (), uses, **bindings)
    return proof


def test_privacy_by_the_density():
    accepted(by_density(laplace()))
    rejected(by_density(laplace(), F(1, 2)), "no premise")
    rejected(by_density(laplace(), sensitivity=2), "no premise")
    proof = laplace()
    rejected(by_density(proof, uses=proof.premises), "exists")
    proof = laplace()
    rejected(by_density(proof, uses=[proof.premises[1], proof.premises[0], proof.exists]))


CELLS = [N, index("n_1", 0, 2), var("x", 0, F(1, 2), "[)"), var("d", 0, F(1, 2), "[)")]


def by_cells(proof, epsilon=2, domain=None, wrong=None, **changes):
    """Privacy of Laplace noise for shifts up to 1, which are two cells."""
    domain = CELLS if domain is None else domain
    here = add(mul("n", F(1, 2)), "x")
    there = add(mul(add("n", "n_1"), F(1, 2)), "d")
    sides = [
        proof.assume(rel(ap("f", one), "<=", mul(exp(epsilon), ap("f", other))), *domain)
        for one, other in ((here, there), (here, there) if wrong else (there, here))
    ]
    bindings = {"noise": noise("Q"), "epsilon": epsilon, "width": F(1, 2), "cells": 2, **changes}
    size = mul(bindings["cells"], bindings["width"])
    proof.rule("privacy, by the density on cells", private("Q", epsilon, 0, size), (),
               [*sides, proof.exists], **bindings)  # fmt: skip
    return proof


def test_privacy_by_the_density_on_cells():
    accepted(by_cells(laplace()))
    for changes in (
        {"wrong": True}, {"cells": 3}, {"width": 1}, {"cells": F(5, 2)}, {"cells": -2},
        {"domain": [index("n", 1), *CELLS[1:]]}, {"domain": [N, index("n_1", 1, 2), *CELLS[2:]]},
        {"domain": [*CELLS[:3], var("d", 0, F(1, 2))]}, {"noise": noise("X")},
    ):  # fmt: skip
        assert not by_cells(laplace(), **changes).report().accepted, changes
    proof = by_cells(laplace())
    proof.steps[-1]["uses"] = proof.steps[-1]["uses"][:2]
    rejected(proof, "exists")
    proof = by_cells(laplace())
    proof.sentence["definitions"][1]["atom"] = tree(F(1, 2))
    assert not proof.report().accepted


def test_noise_with_an_atom_has_no_density():
    proof = by_density(laplace())
    proof.sentence["definitions"][1]["atom"] = tree(F(1, 2))
    assert not proof.report().accepted


def test_a_rule_about_defined_noise_needs_its_existence():
    def made(uses):
        proof = laplace()
        same = proof.step(rel(tails("Q", "x"), "<=", tails("Q", "x")), [LINE])
        proof.rule("stochastic order", cheaper("Q", "Q"), (), [same, *uses(proof)],
                   cheap=noise("Q"), dear=noise("Q"), cost="L")  # fmt: skip
        return proof

    accepted(made(lambda proof: [proof.exists]))
    rejected(made(lambda _: []), "exists")
    rejected(made(lambda proof: [proof.premises[0]]), "exists")


def test_a_cost_is_a_cost():
    for name in ("X", "f", "unknown"):
        proof = laplace()
        same = proof.step(rel(tails("X", "x"), "<=", tails("X", "x")), [LINE])
        proof.rule("stochastic order", cheaper("X", "X", name), (), [same],
                   cheap=noise("X"), dear=noise("X"), cost=name)  # fmt: skip
        assert not proof.report().accepted


def test_noise_on_the_integers_has_nothing_between():
    between_ = rel(mass("Z", between("()", 2, add(2, 1))), "==", 0)
    proof = concluded("nothing between integers", [], between_, noise=noise("Z"), place=2)
    accepted(proof)
    half = F(1, 2)
    rejected(concluded("nothing between integers", [],
                       rel(mass("Z", between("()", half, add(half, 1))), "==", 0),
                       noise=noise("Z"), place=half), "integer")  # fmt: skip
    rejected(concluded("nothing between integers", [],
                       rel(mass("X", between("()", 2, add(2, 1))), "==", 0),
                       noise=noise("X"), place=2), "not noise on the integers")  # fmt: skip


def test_a_logarithm_a_reciprocal_and_a_place_beyond_which_little_is():
    proof = found()
    known = proof.step(rel(0, "<", 2))
    step = proof.obtain("logarithm", "r", [(rel(exp(ap("r")), "==", 2),)], (), [known], value=2)
    inverse = proof.obtain("reciprocal", "i", [(rel(0, "<", ap("i")),),
                                               (rel(mul(ap("i"), 2), "==", 1),)], (), [known],
                           value=2)  # fmt: skip
    beyond = mass("X", between("[)", ap("t"), None))
    facts = [(rel(0, "<", ap("t")),), (rel(beyond, "<", F(1, 2)),)]
    far_ = proof.obtain("tails vanish", "t", facts, (), [], noise=noise("X"), level=F(1, 2))
    facts = [(proof.fact(each, 0), {}, 0) for each in (step, inverse, far_)]
    proof.combine(rel(0, "<", F(1, 3)), (), *facts)
    accepted(proof)
    proof.steps[-2]["proposition"] = rel(1, "<", ap("t"))
    rejected(proof, "not the fact", step=proof.steps[-2]["name"])
    wrong = found()
    wrong.step(rel(0, "<", 2))
    wrong.obtain("logarithm", "r", [(rel(exp(ap("r")), "==", -2),)], (), ["1"], value=-2)
    rejected(wrong)


def least(change=None, facts=None, **changed):
    """A number at which noise of a family, which hypotheses speak of, costs least."""
    radius = add("h", mul("n", 2))
    ball = ["not", between("()", mul(-1, radius), radius)]
    here, there = mass(noise("M", "x"), ball), mass(noise("M", "d"), ball)
    near = add(1, mul(3, minus("x", "d")))
    rows = [rel(here, "<=", mul(near, there)), rel(there, "<=", mul(near, here))]
    domain = [var("x", 0, 1, "[]"), var("d", 0, "x", "[]"), N, var("h", 0, 2)]
    if change is not None:
        place, claim, own = change(rows, domain)
        rows[place], domain = claim, own
    proof = Proof(given=[given("M", arity=1), cost()])
    uses = [proof.assume(row, *domain) for row in rows]
    g = ap("g")
    facts = facts or [
        (rel(0, "<=", g),), (rel(g, "<=", 1),),
        (cheaper(noise("M", g), noise("M", "x")), var("x", 0, 1, "[]")),
    ]  # fmt: skip
    step = proof.obtain("least cost", "g", facts, (), uses, **{
        "noise": noise("M", "x"), "cost": "L", "range": 1, "width": 2, "slope": 3, **changed,
    })  # fmt: skip
    low, high, last = (proof.fact(step, place) for place in range(3))
    half = proof.step(cheaper(noise("M", g), noise("M", F(1, 2))), [], "instance", [last],
                      at={"x": tree(F(1, 2))})  # fmt: skip
    some_ = {"kind": "exists", "variables": [var("c", 0, 1, "[]")],
             "all": [cheaper(noise("M", "c"), noise("M", F(1, 2)))]}  # fmt: skip
    proof.step(some_, [], "witness", [half, low, high], values={"c": g})
    return proof


def test_a_number_at_which_a_family_costs_least():
    accepted(least())
    for changed in ({"range": 2}, {"width": 3}, {"slope": -3}, {"noise": noise("M", "d")}):
        rejected(least(**changed), step="3")
    for change in (
        lambda rows, own: (0, rows[1], own),
        lambda rows, own: (1, rows[0], own),
        lambda rows, own: (0, rows[0], [*own[:2], index("n", 1), own[3]]),
        lambda rows, own: (0, rows[0], [*own[:3], var("h", 0, 1)]),
        lambda rows, own: (0, rows[0], [var("x", 0, F(1, 2), "[]"), *own[1:]]),
    ):
        rejected(least(change), step="3")
    g = ap("g")
    rejected(least(facts=[
        (rel(0, "<=", g),), (rel(g, "<=", F(1, 2)),),
        (cheaper(noise("M", g), noise("M", "x")), var("x", 0, 1, "[]")),
    ]), "finds", step="3")  # fmt: skip


def windows(reach, low="n", width=2):
    """The masses of the windows beside the multiples of a width."""
    here = mul(low, width)
    return add(mass("X", between("()", minus(here, reach), here)),
               mass("X", between("()", here, add(here, reach))))  # fmt: skip


def test_windows_beside_the_multiples_of_a_width_are_thin():
    t, line, few = ap("t"), index("n", None), F(1, 9)
    facts = [(rel(0, "<", t),), (rel(t, "<", 2),), (rel(windows(t), "<", few), line)]
    binding = {"noise": noise("X"), "width": 2, "level": few}

    def made(place=None, fact=None, **changed):
        proof = found()
        said = [fact if number == place else row for number, row in enumerate(facts)]
        step = proof.obtain("thin windows", "t", said, (), [], **{**binding, **changed})
        known = [(proof.fact(step, 0), {}, 0), (proof.fact(step, 2), {"n": 5}, 0)]
        proof.combine(rel(0, "<", F(1, 3)), (), *known)
        return proof

    accepted(made())
    for wrong in (
        {"place": 0, "fact": (rel(1, "<", t),)}, {"place": 1, "fact": (rel(t, "<", 1),)},
        {"place": 2, "fact": (rel(windows(t), "<", F(1, 10)), line)},
        {"place": 2, "fact": (rel(windows(t), "<", few), var("n"))},
        {"place": 2, "fact": (rel(windows(2), "<", few), line)},
        {"width": 3}, {"level": F(1, 8)}, {"noise": noise("H")},
    ):  # fmt: skip
        assert not made(**wrong).report().accepted, wrong
    nothing = found()
    facts = [(rel(0, "<", t),), (rel(t, "<", 2),), (rel(windows(t), "<", 0), line)]
    nothing.obtain("thin windows", "t", facts, (), [], **{**binding, "level": 0})
    rejected(nothing, "positive")


def test_comparisons_one_after_the_other():
    proof = Proof(given=[given(n) for n in "XYZ"] + [cost()])
    one = proof.assume(cheaper("X", "Y"))
    two = proof.assume(cheaper("Y", "Z"))
    proof.step(cheaper("X", "Z"), (), "order", [one, two], expected=one, bound=two)
    accepted(proof)
    proof.steps[-1]["evidence"].update(expected=two, bound=one)
    rejected(proof)


def test_the_table_is_well_formed():
    for name, rule in rules().items():
        assert ("new" in rule) == ("facts" in rule) != ("conclusion" in rule), name
        assert set(rule["letters"]) >= {
            letter for about in rule["letters"].values() for letter in about.get("letters", ())
        }
        for about in rule["letters"].values():
            assert set(about.get("in", ())) <= set(rule["own"]), name


def test_evenness_is_no_relation():
    proof = Proof(given=[given("X")])
    proof.assume(even("X"))
    proof.rule("Archimedes", rel(0, "<=", 0), (), ["1"], value=0, bound=0)
    rejected(proof, "premise")
