"""Noise that is defined: existence, density, atoms, expectation, evenness; and what is wrong."""

import pytest
from handmade import (
    F,
    Proof,
    accepted,
    add,
    ap,
    between,
    even,
    exists,
    exp,
    expected,
    given,
    goal,
    index,
    integral,
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
    total,
    tree,
    value,
    var,
)

E = [var("e", 0)]
LAPLACE = mul(F(1, 2), "e", exp(mul(-1, "e", "x")))
HALF_LINE = var("x", 0, None, "[)")


def laplace(atom=0, density=LAPLACE, parameter=True):
    """Laplace noise of scale 1/e, with the steps that show that it exists."""
    proof = Proof(
        parameters=E if parameter else [],
        definitions=[
            pieces("f", [] if parameter else ["e"], E, [(density, None)]),
            law("Q", "f", [] if parameter else ["e"], E, atom),
        ],
    )
    proof.Q = noise("Q") if parameter else noise("Q", "e")
    proof.exists = exist(proof, density)
    return proof


def exist(proof, density, of=None):
    sign = proof.step(rel(0, "<=", density), [*E, HALF_LINE])
    whole = proof.step(
        integral(density, "x", 0, None, F(1, 2)), E, "integral",
        antiderivative=mul(F(-1, 2), exp(mul(-1, "e", "x"))),
    )  # fmt: skip
    return proof.step(isnoise(of or proof.Q), E, "existence", [sign, whole])


def test_laplace_noise_exists():
    accepted(laplace())
    accepted(laplace(parameter=False))


def test_a_definition_that_is_no_probability_does_not_exist():
    rejected(laplace(density=mul("e", exp(mul(-1, "e", "x")))), "not the", step="2")
    rejected(laplace(atom=F(1, 10)), "sum 1")
    rejected(laplace(atom=-1), "atom")


def test_existence_needs_each_of_its_steps():
    for left_out in range(2):
        proof = laplace()
        proof.steps[-1]["uses"].pop(left_out)
        rejected(proof)


def test_the_sign_is_shown_on_the_whole_piece():
    proof = laplace()
    proof.steps[0]["domain"][-1] = var("x", 1, None, "[)")
    rejected(proof, "shown to lie")


def test_existence_does_not_leave_the_domain_of_its_definitions():
    proof = laplace(parameter=False)
    for definition in (0, 1):
        other = laplace(parameter=False)
        other.sentence["definitions"][definition]["domain"] = [var("e", 1)]
        rejected(other, "shown to lie")
    accepted(proof)


def test_an_atom_is_counted_once():
    halved = mul(F(1, 4), "e", exp(mul(-1, "e", "x")))
    proof = Proof(
        parameters=E,
        definitions=[pieces("f", [], E, [(halved, None)]), law("Q", "f", (), E, F(1, 2))],
    )
    sign = proof.step(rel(0, "<=", halved), [*E, HALF_LINE])
    whole = proof.step(
        integral(halved, "x", 0, None, F(1, 4)), E, "integral",
        antiderivative=mul(F(-1, 4), exp(mul(-1, "e", "x"))),
    )  # fmt: skip
    there = proof.step(isnoise("Q"), E, "existence", [sign, whole])
    accepted(proof)
    point = between("[]", 0, 0)
    proof.step(rel(mass("Q", point), "==", F(1, 2)), E, "atom", [there], existence=there)
    accepted(proof)
    cdf = mul(F(1, 4), minus(1, exp(mul(-1, "e", "y"))))
    part = proof.step(
        integral(halved, "x", 0, "y", cdf), [*E, var("y", 0)], "integral",
        antiderivative=mul(F(-1, 4), exp(mul(-1, "e", "x"))),
    )  # fmt: skip
    for ends, fits in (("()", True), ("(]", True), ("[]", False), ("[)", False)):
        proof.step(
            rel(mass("Q", between(ends, 0, "y")), "==", cdf), [*E, var("y", 0)], "density",
            [there, part], existence=there, integral=part, piece=0, period_index=None,
        )  # fmt: skip
        if fits:
            accepted(proof)
        else:
            rejected(proof, "atom")
        proof.steps.pop()
    proof.steps.pop(-1)
    proof.step(rel(mass("Q", point), "==", F(1, 4)), E, "atom", [there], existence=there)
    rejected(proof, "not the mass")


def test_the_mass_of_an_interval():
    proof = laplace()
    domain = [*E, var("y", 0)]
    cdf = mul(F(1, 2), minus(1, exp(mul(-1, "e", "y"))))
    part = proof.step(
        integral(LAPLACE, "x", 0, "y", cdf), domain, "integral",
        antiderivative=mul(F(-1, 2), exp(mul(-1, "e", "x"))),
    )  # fmt: skip

    def density(claim, **changes):
        evidence = {"existence": proof.exists, "integral": part, "piece": 0, "period_index": None}
        proof.step(claim, domain, "density", [proof.exists, part], **{**evidence, **changes})
        report = proof.report()
        proof.steps.pop()
        return report.accepted

    right = rel(mass("Q", between("(]", 0, "y")), "==", cdf)
    assert density(right)
    assert not density(rel(mass("Q", between("(]", 0, "y")), "==", mul(2, cdf)))
    assert not density(rel(mass("Q", between("(]", 0, mul(2, "y"))), "==", cdf))
    assert not density(rel(mass("Q", between("(]", mul(-1, "y"), 0)), "==", cdf))
    assert not density(rel(mass("Q", moved(between("(]", 0, "y"), 1)), "==", cdf))
    assert not density(rel(cdf, "==", mass("Q", between("(]", 0, "y"))))
    assert not density(right, piece=1)
    assert not density(right, period_index=tree(0))
    assert not density({**right, "op": "<="})


def test_an_expectation():
    proof = laplace()
    first = proof.step(
        integral(mul("x", LAPLACE), "x", 0, None, mul(F(1, 2), power("e", -1))), E, "integral",
        antiderivative=mul(F(-1, 2), add("x", power("e", -1)), exp(mul(-1, "e", "x"))),
    )  # fmt: skip
    sign = proof.step(rel(0, "<=", "u"), [var("u", 0, None, "[)")])
    uses = [proof.exists, sign, first]

    def says(claim, uses=uses):
        proof.step(claim, E, "expectation", uses, existence=proof.exists)
        report = proof.report()
        proof.steps.pop()
        return report.accepted

    assert says(expected("Q", "u", "==", power("e", -1)))
    assert says(expected("Q", "w", "==", power("e", -1), u="w"))
    assert not says(expected("Q", "u", "==", 1))
    assert not says(expected("Q", "u", ">=", power("e", -1)))
    assert not says(expected("Q", mul(2, "u"), "==", power("e", -1)))
    assert not says(expected("Q", "u", "==", power("e", -1)), uses[:-1])
    assert not says(expected("Q", "u", "==", power("e", -1)), [uses[0], uses[2], uses[1]])


def test_a_cost_is_not_negative():
    """E(-|X|) would be -1/e, but a cost has no negative values."""
    proof = laplace()
    first = proof.step(
        integral(mul(-1, "x", LAPLACE), "x", 0, None, mul(F(-1, 2), power("e", -1))), E, "integral",
        antiderivative=mul(F(1, 2), add("x", power("e", -1)), exp(mul(-1, "e", "x"))),
    )  # fmt: skip
    sign = proof.step(rel(0, "<=", "u"), [var("u", 0, None, "[)")])
    proof.step(
        expected("Q", mul(-1, "u"), "==", mul(-1, power("e", -1))), E, "expectation",
        [proof.exists, sign, first], existence=proof.exists,
    )  # fmt: skip
    rejected(proof, "no less than 0")


def test_bounds_of_an_expectation():
    def order(op, low, relation, high, claimed):
        proof = Proof(given=[given("X")], parameters=[var("a", 0)])
        first = proof.assume(expected("X", "u", op, "a"))
        proof.sentence["hypotheses"][0]["domain"] = proof.steps[0]["domain"] = [var("a", 0)]
        bound = proof.step(rel(low, relation, high), [var("a", 0)])
        proof.step(
            expected("X", "u", *claimed), [var("a", 0)], "order", [first, bound],
            expected=first, bound=bound,
        )  # fmt: skip
        return proof.report().accepted

    more, less = add("a", 1), minus("a", 1)
    assert order(">=", less, "<=", "a", (">=", less))
    assert order(">=", less, "<", "a", (">", less))
    assert order("==", "a", ">", less, (">", less))
    assert order("<", "a", "<=", more, ("<", more))
    assert order("==", "a", "<", more, ("<=", more))
    assert not order("<=", less, "<=", "a", (">=", less))
    assert not order("<=", less, "<=", "a", ("<=", less))
    assert not order(">=", "a", "<=", more, (">=", more))
    assert not order(">=", less, "<=", "a", (">", less))
    assert not order(">=", less, "<", "a", ("==", less))
    assert not order(">=", less, "!=", "a", (">=", less))


def test_even_noise():
    proof = laplace()
    step = proof.step(even("Q"), E, "evenness", [proof.exists])
    accepted(proof)
    proof.step(
        rel(mass("Q", ["mirror", some()]), "==", mass("Q", some())), E, "mirror", [step],
        even=step, set=some(),
    )  # fmt: skip
    accepted(proof)
    proof.steps[-1]["proposition"] = rel(mass("Q", ["mirror", some()]), "==", mass("Q", some("T")))
    rejected(proof, "evenness")
    lone = Proof(given=[given("X")])
    lone.step(even("X"), by="evenness")
    rejected(lone, "given")
    absent = laplace()
    absent.step(even("Q"), E, "evenness")
    rejected(absent, "exists")


def geometric(atom=0, first=0, ends=None):
    """Mass (1 - r) r**|i| / (1 + r) at the integers i, in one piece without periods."""
    r = [var("r", 0, 1)]
    whole = mul(minus(1, "r"), power(add(1, "r"), -1))
    density = mul(whole, power("r", "x"))
    rows = [(density, None)] if ends is None else [(density, ends), (0, None)]
    proof = Proof(
        parameters=r,
        definitions=[pieces("f", [], r, rows), law("Q", "f", (), r, atom, "integers")],
    )
    at = mul(whole, power("r", "i"))
    sign = proof.step(rel(0, "<=", density), [*r, var("x", 0, None, "[)")])
    half = proof.step(
        total(at, "i", first, None, mul(power("r", first), power(add(1, "r"), -1))), r, "sum",
        ratio=tree("r"), quotient=mul(-1, power(add(1, "r"), -1)),
    )  # fmt: skip
    proof.exists = proof.step(isnoise("Q"), r, "existence", [sign, half])
    return proof


def test_noise_on_the_integers():
    accepted(geometric())
    rejected(geometric(F(1, 2)), "no atom")
    rejected(geometric(first=1), "sum over a piece")
    rejected(geometric(ends=F(1, 2)), "integers")


def test_masses_of_integers():
    proof = geometric()
    r, whole = [var("r", 0, 1)], mul(minus(1, "r"), power(add(1, "r"), -1))
    domain = [*r, index("k")]
    at = mul(whole, power("r", "k"))
    part = proof.step(
        total(mul(whole, power("r", "i")), "i", "k", "k", at), domain, "sum", ratio=tree("r"),
        quotient=mul(-1, power(add(1, "r"), -1)),
    )  # fmt: skip
    where = {"existence": proof.exists, "integral": part, "piece": 0, "period_index": None}

    def says(event, value_=at):
        proof.step(rel(mass("Q", event), "==", value_), domain, "density", [proof.exists, part],
                   **where)  # fmt: skip
        found = proof.report().accepted
        proof.steps.pop()
        return found

    assert says(between("[]", "k", "k"))
    assert not says(between("[)", "k", "k"))
    assert not says(between("[]", "k", add("k", 1)))
    assert not says(between("[]", "k", "k"), mul(2, at))
    proof.step(
        rel(mass("Q", between("[]", 0, 0)), "==", 0), r, "atom", [proof.exists],
        existence=proof.exists,
    )  # fmt: skip
    rejected(proof, "no atom")


def stairs(height):
    """Mass 1/8 at 0 and (1/8) 2**-n within period n >= 0 of width 1, on the line or integers."""
    rows = [(mul(height, power(2, mul(-1, "n"))), 1)]
    return [pieces("f", [], [], rows, period=1, n="n")]


def test_periods_on_the_line():
    h = F(1, 4)
    at = mul(h, power(2, mul(-1, "n")))
    proof = Proof(definitions=[*stairs(h), law("Q", "f")])
    n = index("n")
    sign = proof.step(rel(0, "<=", at), [n, var("x", "n", add("n", 1), "[)")])
    piece = proof.step(
        integral(at, "x", "n", add("n", 1), at), [n], "integral", antiderivative=mul(at, "x")
    )
    periods = proof.step(
        total(at, "n", 0, None, F(1, 2)), (), "sum", ratio=tree(F(1, 2)), quotient=tree(F(-1, 2))
    )
    there = proof.step(isnoise("Q"), (), "existence", [sign, piece, periods])
    accepted(proof)
    domain = [index("k")]
    inside = mul(h, power(2, mul(-1, "k")))
    low, high = add("k", F(1, 4)), add("k", F(1, 2))
    part = proof.step(
        integral(inside, "x", low, high, mul(F(1, 4), inside)), domain, "integral",
        antiderivative=mul(inside, "x"),
    )  # fmt: skip
    where = {"existence": there, "integral": part, "piece": 0}
    claim = rel(mass("Q", between("[)", low, high)), "==", mul(F(1, 4), inside))
    proof.step(claim, domain, "density", [there, part], **where, period_index=tree("k"))
    accepted(proof)
    for other in (add("k", 1), tree(0), mul(-1, "k"), add("k", F(1, 2))):
        proof.steps[-1]["evidence"]["period_index"] = other
        rejected(proof)


def test_periods_on_the_integers_count_zero_once():
    """Mass 2**-n / 3 at n and -n, for n >= 0."""
    h = F(1, 3)
    at = mul(h, power(2, mul(-1, "n")))

    def made(atom):
        proof = Proof(definitions=[*stairs(h), law("Q", "f", atom=atom, on="integers")])
        n = index("n")
        sign = proof.step(rel(0, "<=", at), [n, var("x", "n", add("n", 1), "[)")])
        piece = proof.step(
            total(at, "i", "n", "n", at), [n], "sum", ratio=tree(1), quotient=mul(at, "i")
        )
        periods = proof.step(
            total(at, "n", 0, None, F(2, 3)), (), "sum", ratio=tree(F(1, 2)),
            quotient=tree(F(-2, 3)),
        )  # fmt: skip
        proof.step(isnoise("Q"), (), "existence", [sign, piece, periods])
        return proof

    accepted(made(0))
    rejected(made(F(1, 3)), "no atom")


def test_pieces_that_may_be_empty():
    """Height 1/2 up to c and on to 1, for c in [0, 1], with both ends of the range."""
    c = [var("c", 0, 1, "[]")]
    rows = [(F(1, 2), "c"), (F(1, 2), 1), (0, None)]
    proof = Proof(definitions=[pieces("f", ["c"], c, rows), law("Q", "f", ["c"], c)])
    proof.exists = rooms(proof, c)
    accepted(proof)
    hollow = proof.steps[0]["domain"][-1]
    hollow["hollow"] = False
    rejected(proof, "lower < upper", step="1")
    hollow["hollow"] = True
    proof.sentence["printed"] = [goal(s["proposition"], *s["domain"]) for s in proof.steps]
    rejected(proof, "may be empty", step=None)


def rooms(proof, c):
    uses = []
    for low, high, height in ((0, "c", F(1, 2)), ("c", 1, F(1, 2)), (1, None, 0)):
        room = {**var("x", low, high, "[)"), "hollow": high is not None}
        uses.append(proof.step(rel(0, "<=", height), [*c, room]))
        part = 0 if high is None else mul(height, minus(high, low))
        uses.append(proof.step(
            integral(height, "x", low, high, part), c, "integral", antiderivative=mul(height, "x")
            if high is not None else tree(0),
        ))  # fmt: skip
    return proof.step(isnoise(noise("Q", "c")), c, "existence", uses)


def test_what_holds_on_every_piece_holds_on_the_half_line():
    c = [var("c", 0, 1, "[]")]
    rows = [(2, "c"), (1, 1), (0, None)]
    proof = Proof(definitions=[pieces("f", ["c"], c, rows)])
    claim = rel(ap("f", "c", "x"), "<=", 2)
    uses = []
    for i, (low, high, height) in enumerate(((0, "c", 2), ("c", 1, 1), (1, None, 0))):
        room = {**var("x", low, high, "[)"), "hollow": high is not None}
        equal = proof.step(rel(ap("f", "c", "x"), "==", height), [*c, room], "definition",
                           name="f", piece=i)  # fmt: skip
        uses.append(proof.combine(claim, [*c, room], (equal, {}, -1)))
    proof.step(claim, [*c, HALF_LINE], "cover", uses, name="f")
    accepted(proof)
    proof.sentence["printed"] = [goal(claim, *c, HALF_LINE)]  # steps on empty ranges are no goals
    for change in (uses[1:], uses[::-1], [uses[0], uses[0], uses[2]]):
        proof.steps[-1]["uses"] = change
        rejected(proof)
    proof.steps[-1].update(uses=uses, domain=[*c, var("x", -1)])
    rejected(proof, "for all x >= 0")


def test_pieces_that_fall():
    c = [var("c", 0, 1, "[]")]

    def made(heights, period=False):
        rows = [(heights[0], "c"), (heights[1], 1)]
        rows = rows if period else [*rows, (0, None)]
        proof = Proof(definitions=[pieces("f", ["c"], c, rows, *((1, "n") if period else ()))])
        around = [*c, index("n")] if period else c
        uses = [proof.step(rel(heights[1], "<=", heights[0]), around)]
        last = mul(F(1, 4), heights[0]) if period else 0
        uses.append(proof.step(rel(last, "<=", heights[1]), around))
        claim = rel(ap("f", "c", add("x", "h")), "<=", ap("f", "c", "x"))
        proof.step(claim, [*c, HALF_LINE, var("h", 0)], "falling", uses, name="f")
        return proof

    accepted(made([2, 1]))
    rejected(made([1, 2]), step="1")
    assert not made(["x", 1]).report().accepted
    step = power(4, mul(-1, "n"))
    accepted(made([step, mul(F(1, 2), step)], period=True))
    rejected(made([step, mul(F(1, 8), step)], period=True), step="2")
    proof = made([2, 1])
    proof.steps[-1]["uses"] = ["1", "1"]
    rejected(proof, "neighbours")
    proof.steps[-1]["uses"] = ["1"]
    rejected(proof, "neighbours")
    proof = made([2, 1])
    proof.steps[-1]["proposition"] = rel(ap("f", "c", "x"), "<=", ap("f", "c", add("x", "h")))
    rejected(proof, "does not increase")


def test_a_special_case():
    proof = Proof(given=[given("X")])
    known = proof.assume(rel(mass("X", some()), "<=", "y"), var("y", 0))
    ray = between("[)", "z", None)
    proof.step(rel(mass("X", ray), "<=", add("z", 1)), [var("z", 0)], "instance", [known],
               at={"y": add("z", 1)}, sets={"S": ray})  # fmt: skip
    accepted(proof)
    proof.steps[-1]["evidence"]["at"]["y"] = minus("z", 1)
    rejected(proof, "lie where it has to")
    proof.steps[-1]["evidence"]["at"]["y"] = add("z", 2)
    rejected(proof, "not what the step used says")
    proof.steps[-1]["evidence"] = {"at": {"y": add("z", 1)}, "sets": {"S": some("T")}}
    rejected(proof, "not what the step used says")
    proof.sentence["given"].append({"name": "S", "kind": "set", "arity": 0})
    proof.steps[-1]["evidence"] = {"at": {"y": add("z", 1)}, "sets": {"S": ray}}
    rejected(proof, "given")


def test_values_do_not_get_bound():
    proof = Proof(given=[given("X")])
    known = proof.assume(expected("X", mul("a", "u"), ">=", 1), var("a", 0))
    wrong = expected("X", mul("w", "w"), ">=", 1, u="w")
    proof.step(wrong, [var("u", 0)], "instance", [known], at={"a": tree("u")})
    rejected(proof, "bound")


def test_weaker_bounds():
    def made(said, claimed, bound=None):
        proof = Proof(given=[given("X")])
        uses = [proof.assume(expected("X", "u", *said))]
        if bound:
            uses.append(proof.step(rel(*bound)))
        proof.step(expected("X", "u", *claimed), (), "weaken", uses)
        return proof.report().accepted

    assert made((">=", 2), (">=", 1), (1, "<=", 2))
    assert made((">", 2), (">=", 2))
    assert made(("==", 2), ("<=", 2))
    assert not made((">=", 2), (">", 2))
    assert not made((">=", 2), (">=", 1))
    assert not made((">=", 2), ("<=", 3), (2, "<=", 3))
    assert not made((">=", 2), ("==", 2))


def test_noise_of_a_family_is_used_within_its_domain():
    proof = laplace(parameter=False)
    proof.step(even(noise("Q", 2)), (), "evenness", [proof.exists])
    accepted(proof)
    proof.steps[-1]["proposition"] = even(noise("Q", -2))
    rejected(proof, "shown to lie")


def test_a_witness():
    proof = laplace(parameter=False)
    step = proof.step(even(proof.Q), E, "evenness", [proof.exists])
    claim = exists([var("g", 1, 3)], even(noise("Q", "g")), rel("g", "<=", 2))
    two = proof.step(rel(2, "<=", 2))
    proof.step(claim, (), "witness", [step, two], values={"g": tree(2)})
    accepted(proof)
    for g in (5, F(1, 2)):
        proof.steps[-1]["evidence"]["values"]["g"] = tree(g)
        rejected(proof)
    proof.steps[-1]["evidence"]["values"]["g"] = tree(2)
    proof.steps[-1]["uses"] = [step]
    rejected(proof, "too few")
    proof.steps[-1]["uses"] = [two, step]
    rejected(proof)


def test_a_witness_may_depend_on_the_domain_and_not_on_itself():
    y = [var("y", 0)]
    claim = exists([var("g", 0, add("y", 1))], rel("g", "==", "y"))
    proof = Proof()
    same = proof.step(rel("y", "==", "y"), y, "identity")
    proof.step(claim, y, "witness", [same], values={"g": tree("y")})
    accepted(proof)
    proof.steps[-1]["evidence"]["values"]["g"] = tree("g")
    rejected(proof, "to be found")


@pytest.mark.parametrize("kind", ["private", "expected"])
def test_what_is_said_of_other_noise_is_of_no_use(kind):
    said = private if kind == "private" else (lambda of, _: expected(of, "u", ">=", 1))
    proof = Proof(given=[given("X"), given("Y")])
    step = proof.assume(said("X", 1))
    claim = exists([var("g", 0, 1)], said("Y", 1))
    proof.step(claim, (), "witness", [step], values={"g": tree(F(1, 2))})
    rejected(proof, "other noise")
    proof.sentence["printed"] = [goal(claim)]


def test_a_definition_in_pieces_is_in_order():
    def made(rows, **more):
        proof = Proof(definitions=[pieces("f", [], [], rows, **more)])
        proof.step(rel(0, "==", 0), by="identity")
        return proof

    accepted(made([(1, 1), (0, None)]))
    accepted(made([(1, 1), (2, 1), (0, None)]))  # a piece may be empty
    rejected(made([(1, 2), (2, 1), (0, None)]), "in order", step=None)
    rejected(made([(1, 1)]), "reach infinity", step=None)
    rejected(made([(1, None), (2, None)]), "after infinity", step=None)
    rejected(made([(1, -1), (0, None)]), "in order", step=None)
    rejected(made([(1, 1)], period=2, n="n"), "fill the period", step=None)
    rejected(made([(1, -1)], period=-1, n="n"), "not positive", step=None)
    rejected(made([(power("x", -1), 1), (0, None)]), "differ from 0", step=None)
    rejected(made([("y", 1), (0, None)]), "not in its domain", step=None)


def test_the_equations_of_a_definition():
    proof = Proof(
        definitions=[
            pieces("f", ["a"], [var("a", 0)], [(add("a", "x"), "a"), (exp("x"), None)]),
            value("v", ["a"], [var("a", 1)], power("a", -1)),
        ]
    )

    def says(claim, domain, name="f", piece=0):
        proof.step(claim, domain, "definition", name=name, piece=piece)
        found = proof.report().accepted
        proof.steps.pop()
        return found

    a, x = var("a", 0), var("x", 0, "a", "[)")
    first = rel(ap("f", "a", "x"), "==", add("a", "x"))
    assert says(first, [a, x])
    assert says(first, [var("a", 0, 1), x])
    assert says(first, [a, var("x", 0, mul(F(1, 2), "a"))])
    assert says(
        rel(ap("f", "a", mul(-1, "x")), "==", ap("f", "a", "x")), [a, var("x")], piece="even"
    )
    assert says(rel(ap("v", "a"), "==", power("a", -1)), [var("a", 1)], "v", None)
    assert not says(first, [a, var("x", 0, "a", "[]")])
    assert not says(first, [a, var("x", mul(-1, "a"), "a", "[)")])
    assert not says(first, [a, var("x", "a", None, "[)")], piece=1)
    assert not says(rel(ap("f", "a", "x"), "==", "x"), [a, x])
    assert not says(rel(ap("v", "a"), "==", power("a", -1)), [var("a", 0)], "v", None)
    assert not says(rel(ap("v", "a"), "==", power("a", -1)), [var("a", 1)], "v", 0)
    assert not says(first, [a, x], piece=None)
    assert not says(first, [a, x], piece=2)
    assert not says({**first, "op": "<="}, [a, x])


def test_cases_of_integers():
    def made(first, second, whole):
        proof = Proof()
        claim = rel(0, "<=", power("k", 2))
        uses = [proof.step(claim, [first]), proof.step(claim, [second])]
        proof.step(claim, [whole], "cases", uses)
        return proof.report().accepted

    whole = index("k")
    assert made(index("k", 0, 4), index("k", 5), whole)
    assert made(index("k", 0, 4), index("k", 4), whole)
    assert not made(index("k", 0, 4), index("k", 6), whole)
    assert not made(index("k", 1, 4), index("k", 5), whole)
    assert not made(index("k", 0, 4), var("k", 5, None, "[)"), whole)
    reals = var("k", 0, None, "[)")
    assert not made(var("k", 0, 4, "[]"), var("k", 5, None, "[)"), reals)
    assert not made(index("k", 0, 4), index("k", 5), reals)
