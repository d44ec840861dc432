"""Ranges that an attacker would choose: no method mistakes another name for its variable.

Bounds hold unknown numbers, masses, exponentials and logarithms of these, and other variables, all
of which come before the variable itself wherever something is laid out in an order.
"""

import random
from fractions import Fraction

import pytest
from checked import established
from flint import arb
from handmade import (
    F,
    Proof,
    add,
    ap,
    between,
    derivative,
    exp,
    function,
    given,
    integral,
    limit,
    log,
    mass,
    minimum,
    minus,
    mul,
    power,
    rejected,
    rel,
    total,
    tree,
    value,
    var,
)
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from numerics import false, number, point, precision
from numerics import value as ball

G, H = ap("G"), ap("H")  # numbers of which nothing is known
M = mass("P", between("[]", 0, 1))
OBJECTS = [(G, -24, 24), (H, -24, 24), (M, 0, 8)]  # with a range for their values, in eighths
SENTENCE = {"given": [function("G", 0), function("H", 0), given("P")]}


def names(node):
    """The variables of which a tree speaks."""
    if not isinstance(node, list):
        return set()
    return {node[1]} if node[:1] == ["sym"] else set().union(*map(names, node))


def slope(node, x):
    """The derivative of a tree, as somebody would propose it."""
    tag, *parts = node
    if x not in names(node):
        return tree(0)
    if tag == "sym":
        return tree(1)
    if tag == "add":
        return add(*(slope(part, x) for part in parts))
    if tag == "mul":
        rows = [mul(*parts[:i], slope(p, x), *parts[i + 1 :]) for i, p in enumerate(parts)]
        return add(*rows)
    if tag == "pow":
        n = Fraction(*map(int, parts[1][1:]))
        return mul(n, power(parts[0], n - 1), slope(parts[0], x))
    if tag == "exp":
        return mul(node, slope(parts[0], x))
    return mul(power(parts[0], -1), slope(parts[0], x))


# -- random domains and trees ---------------------------------------------------------------------

SMALL = st.sampled_from([-2, -1, F(-1, 2), F(1, 3), F(1, 2), 1, 1, 2, 3, 5]).map(tree)
UNKNOWN = st.sampled_from([G, H, M])


def ends(earlier):
    """Trees that may bound a variable, made of what comes before it."""
    plain = st.one_of(
        SMALL, UNKNOWN, *([st.sampled_from([["sym", n] for n in earlier])] * 2 * bool(earlier))
    )
    return st.one_of(
        plain, plain.map(exp), plain.map(lambda e: add(e, exp(G))),
        plain.map(lambda e: log(add(2, exp(e)))), st.just(power(add(1, power(H, 2)), F(1, 2))),
        st.builds(lambda a, b: exp(add(a, b)), UNKNOWN, plain),
    )  # fmt: skip


@st.composite
def ranges(draw, name, earlier=(), *, free=False):
    """A variable: open, closed, of integers, in a range that may be empty, or a root."""
    kinds = ["open", "gap", "gap", "half", "half", "root", "integer", "hollow"]
    kind = draw(st.sampled_from(kinds))
    if kind == "integer" and not free:
        low = draw(st.integers(-1, 2))
        return var(name, low, draw(st.sampled_from([None, low + 1, low + 3])), integer=True)
    if kind == "root" and not free:
        return var(name, 0, add(1, exp(G)), "()", root=(2, exp(G)))
    low = draw(st.one_of(st.just(tree(0)), ends(earlier)))
    if kind == "hollow":
        return {**var(name, low, draw(ends(earlier)), draw(st.sampled_from(["()", "[]", "[)"]))),
                "hollow": True}  # fmt: skip
    if kind == "open":
        return var(name)
    if kind == "gap":
        high = draw(st.one_of(st.just(add(low, 1)), ends(earlier).map(lambda e: add(low, exp(e)))))
        high = exp(draw(ends(earlier))) if low == tree(0) and draw(st.booleans()) else high
        marks = "()" if free else draw(st.sampled_from(["()", "[]", "[)", "(]"]))
        return var(name, low, high, marks)
    return var(name, low, None, "(" + ")" if free else draw(st.sampled_from(["()", "[)"])))


@st.composite
def domains(draw, *, last_free=False):
    """One to three variables, each bounded by what comes before."""
    count, made = draw(st.integers(1, 3)), []
    for i, name in enumerate(["y", "z", "x"][3 - count :]):
        earlier = [v["name"] for v in made]
        made.append(draw(ranges(name, earlier, free=last_free and i == count - 1)))
    return made


def trees(domain):
    """Small expressions in variables and in what bounds speak of."""
    variables = [["sym", v["name"]] for v in domain]
    atom = st.one_of(*[st.sampled_from(variables)] * 3, SMALL, UNKNOWN, UNKNOWN.map(exp))
    term = st.one_of(
        atom, atom.map(exp), atom.map(exp), st.builds(mul, atom, atom), st.builds(mul, SMALL, atom),
        atom.map(lambda a: power(a, 2)), atom.map(lambda a: power(a, 2)),
    )  # fmt: skip
    return st.builds(add, term, term, st.one_of(SMALL, term))


# -- what is accepted is true ---------------------------------------------------------------------


def accepts(proof):
    """Whether replay accepts all steps, with the sentence's names declared."""
    proof.sentence.update(SENTENCE)
    return proof.report().accepted


def refuting(domain, holds, tries=200):
    """Fail when a claim that was accepted is false at one of many points."""
    source, seen = random.Random(1), 0  # noqa: S311 (these numbers guard no secret)
    with precision():
        for _ in range(tries):
            at = point(domain, OBJECTS, source)
            if at is not None:
                seen += 1
                assert holds(at), {key: str(number) for key, number in at.items()}
    assert seen or any("hollow" in v for v in domain), "no point of a domain that was accepted"


def relation_holds(lhs, op, rhs):
    return lambda at: not false(tree(lhs), op, tree(rhs), at)


RANDOM = settings(deadline=None, derandomize=True, database=None)


def accepted_are_true(claims, *, by=accepts, examples=60, points=200):
    """How many of some random claims are accepted, all of which are true at random points.

    A claim is a proof, where it is said, and what then holds at a point.
    """
    seen = []

    @settings(RANDOM, max_examples=examples)
    @drawn(claims)
    def each(claim):
        proof, domain, holds = claim
        if by(proof):
            refuting(domain, holds, points)
            seen.append(domain)

    each()
    return len(seen)


@st.composite
def signs(draw):
    domain = draw(domains())
    op, rhs = draw(st.sampled_from([">", ">=", ">", ">=", "<", "<="])), 0
    lhs = draw(trees(domain))
    proof = Proof()
    proof.step(rel(lhs, op, rhs), domain, "sign")
    return proof, domain, relation_holds(lhs, op, rhs)


@st.composite
def ladders(draw):
    """Sums of c exp(k x) x**n, and something else where x could be expected."""
    upper = draw(st.one_of(st.none(), st.sampled_from([G, H, M]).map(exp), ends(()).map(exp)))
    domain = [draw(st.one_of(st.just(var("x", 0, upper, "()")), ranges("x")))]
    unknown = draw(UNKNOWN)
    more = [mul("x", unknown), exp(unknown), mul("x", exp(unknown)), power(unknown, 2)]
    other = [
        [],
        [],
        [unknown],
        [unknown],
        [add(unknown, draw(SMALL))],
        [draw(st.sampled_from(more))],
    ]
    other = draw(st.sampled_from(other))
    row = st.tuples(SMALL, st.integers(-2, 2), st.integers(0, 3))
    rows = draw(st.lists(row, min_size=0 if other else 2, max_size=4))
    gap = add(0, *(mul(c, exp(mul(k, "x")), power("x", n)) for c, k, n in rows), *other)
    proof = Proof()
    proof.step(rel(0, "<", gap), domain, "ladder")
    return proof, domain, relation_holds(0, "<", gap)


@st.composite
def monotone(draw):
    domain = draw(domains(last_free=True))
    gap, x = draw(trees(domain)), draw(st.sampled_from([v["name"] for v in domain]))
    by, change = draw(st.sampled_from(["increasing", "decreasing"])), slope(gap, x)
    proof = Proof()
    moves = proof.step(derivative(gap, x, change), domain, "derivative")
    signed = rel(0, "<", change) if by == "increasing" else rel(change, "<", 0)
    word = proof.step(signed, domain, "sign")
    proof.step(rel(0, "<", gap), domain, by, [moves, word])
    return proof, domain, relation_holds(0, "<", gap)


@st.composite
def derivatives(draw):
    domain = draw(domains())
    f, x = draw(trees(domain)), draw(st.sampled_from([v["name"] for v in domain]))
    change = slope(f, draw(st.sampled_from([x, x, domain[0]["name"]])))
    proof = Proof()
    proof.step(derivative(f, x, change), domain, "derivative")

    def holds(at):
        near = number(F(1, 10**20))
        ahead, behind = ({**at, x: at[x] + way * near} for way in (1, -1))
        quotient = (ball(f, ahead) - ball(f, behind)) / (2 * near)
        gap = quotient - ball(change, at)
        return not abs(gap) > number(F(1, 10**9)) * (1 + abs(quotient))

    return proof, domain, holds


@st.composite
def minima(draw):
    around = draw(st.one_of(st.just([]), domains()))
    own = draw(ranges("t", [v["name"] for v in around], free=True))
    places = [st.just(own["lower"]), st.just(add(own["lower"], F(1, 2))), ends(()), SMALL]
    at = draw(st.one_of(places))
    square = power(minus("t", at), 2)
    f = draw(st.sampled_from([
        square, add(square, G), mul(exp(G), square), mul(-1, power("t", -2)), power("t", -2),
        mul(G, "t"), add("t", exp(mul(-1, "t"))), mul("t", exp(G)), mul("t", log("t")),
        exp(mul("t", "t")), tree("t"),
    ]))  # fmt: skip
    low, high = (None if "oo" in str(own[end]) else own[end] for end in ("lower", "upper"))
    marks = draw(st.sampled_from(["()", "[)", "(]", "[]"]))
    marks = ("(" if low is None else marks[0]) + (")" if high is None else marks[1])
    proof = Proof()
    proof.step(minimum(f, "t", low, high, marks, at), around, "minimum")

    def holds(p):
        return not ball(f, p) < ball(f, {**p, "t": ball(at, p)})

    return proof, [*around, var("t", low, high, marks)], holds


@st.composite
def limits(draw):
    domain = draw(domains())
    variables = st.sampled_from([["sym", v["name"]] for v in domain])
    coefficient = st.one_of(SMALL, SMALL, UNKNOWN, UNKNOWN.map(exp), variables)
    a, b, c, d = (draw(coefficient) for _ in range(4))
    place, decays = draw(st.sampled_from([None, 0])), draw(st.booleans())
    t = draw(st.sampled_from(["t", "t", "x"]))
    f = mul(add(mul(a, t), b), power(add(mul(c, t), d), -1))
    f = exp(mul(-1, t)) if decays else f
    over = mul(a, power(c, -1)) if place is None else mul(b, power(d, -1))
    over = (tree(0) if place is None else tree(1)) if decays else over
    stated = draw(st.sampled_from([over, over, over, a]))
    rate, side = (tree(1) if decays else None), ("-" if place is None else "+")
    proof = Proof()
    proof.step(limit(f, t, place, side, stated), domain, "limit", rate=rate)

    def holds(at):
        near = number(10**30 if place is None else F(1, 10**30))
        return not abs(ball(f, {**at, t: near}) - ball(stated, at)) > number(F(1, 10**6))

    return proof, domain, holds


@st.composite
def sums(draw):
    domain = draw(domains())
    ratio = draw(st.sampled_from([F(1, 2), F(1, 3), 2, 1]))
    plain = [add("k", 1), tree("k"), tree(3), mul("k", exp(G)), add(M, "k")]
    quotient = draw(st.one_of(st.sampled_from(plain), trees(domain)))
    low, count = draw(st.integers(-1, 2)), draw(st.sampled_from([None, -2, -1, 0, 3]))
    high = None if count is None else low + count
    q = mul(power(ratio, "k"), quotient)
    term = minus(put(q, "k", add("k", 1)), q)
    last = 0 if high is None else put(q, "k", tree(high + 1))
    stated = minus(last, put(q, "k", tree(low)))
    proof = Proof()
    evidence = {"ratio": tree(ratio), "quotient": quotient}
    proof.step(total(term, "k", low, high, stated), domain, "sum", **evidence)

    def holds(at):
        places = range(low, 200 if high is None else high + 1)
        found = sum((ball(term, {**at, "k": number(k)}) for k in places), number(0))
        return not abs(found - ball(stated, at)) > number(F(1, 10**20))

    return proof, domain, holds


@st.composite
def integrals(draw):
    domain = draw(domains())
    rough = [power("t", -1), log("t"), power("t", F(1, 2)), mul(exp(G), "t"), mul("t", "t")]
    f = draw(st.one_of(st.sampled_from(rough), trees([*domain, var("t")])))
    low = draw(st.one_of(SMALL, ends([v["name"] for v in domain])))
    high = draw(st.sampled_from([add(low, 1), add(low, exp(H)), tree(1), exp(G), low]))
    stated, integrand = minus(put(f, "t", high), put(f, "t", low)), slope(f, "t")
    proof = Proof()
    proof.step(integral(integrand, "t", low, high, stated), domain, "integral", antiderivative=f)

    def holds(at):
        start, width = ball(low, at), ball(high, at) - ball(low, at)
        rows = [
            w / 2 * width * ball(integrand, {**at, "t": start + width * (1 + x) / 2})
            for x, w in GAUSS
        ]
        size = sum(map(abs, rows), number(1))
        return not abs(sum(rows, number(0)) - ball(stated, at)) > size / 100

    return proof, domain, holds


def put(node, x, new):
    """A tree with another in the place of a variable."""
    if node == ["sym", x]:
        return new
    return [put(part, x, new) if isinstance(part, list) else part for part in node]


GAUSS = [arb.legendre_p_root(32, k, weight=True) for k in range(32)]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("claims", "examples", "least", "points"),
    [
        (signs, 120, 10, 200), (ladders, 300, 5, 200), (monotone, 200, 4, 200),
        (derivatives, 60, 10, 200), (minima, 150, 10, 200), (limits, 120, 10, 60),
        (sums, 60, 10, 10), (integrals, 80, 10, 10),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)  # fmt: skip
def test_what_replay_accepts_over_any_domain_is_true(claims, examples, least, points):
    assert accepted_are_true(claims(), examples=examples, points=points) >= least


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("claims", "least"),
    [(signs, 5), (ladders, 2), (monotone, 1), (derivatives, 5), (minima, 1), (limits, 5), (sums, 5),
     (integrals, 5)],
    ids=lambda each: getattr(each, "__name__", ""),
)  # fmt: skip
def test_what_the_checkers_establish_over_any_domain_is_true(claims, least):
    assert accepted_are_true(claims(), by=established, examples=80, points=30) >= least


def test_one_is_not_below_zero():
    """By a number G that is defined as -1, and a range whose end speaks of it."""
    made = Proof()
    defined = made.define(value("G", [], [], -1))
    equal = made.step(rel(G, "==", -1), [], "definition", name="G", piece=None)
    positive = made.step(rel(0, "<", G), [var("x", 0, exp(G))], "ladder")
    below = made.combine(rel(G, "<=", -1), [], (equal, {}, -1))
    made.combine(rel(1, "<", 0), [], (positive, {"x": mul(F(1, 2), exp(G))}, 1), (below, {}, 1))
    assert defined == "1"
    rejected(made, "not a sum of polynomials times exponentials", step=positive)
