"""False statements about defined noise and its pieces, each refused by one guard alone."""

import pytest
from handmade import (
    F,
    Proof,
    accepted,
    add,
    ap,
    between,
    even,
    exp,
    expected,
    given,
    goal,
    index,
    integral,
    isnoise,
    law,
    log,
    mass,
    minus,
    mul,
    noise,
    pieces,
    power,
    private,
    refused,
    rel,
    some,
    total,
    tree,
    value,
    var,
)
from test_noise import HALF_LINE, E, geometric, laplace
from test_sentences import exist, uniform
from test_steps import cells, steps

TRUE = goal(rel(0, "<", 1))


def trivial(**sentence):
    proof = Proof(printed=[TRUE], **sentence)
    proof.step(rel(0, "<", 1))
    return proof


def room(low, high):
    return {**var("x", low, high, "[)"), "hollow": high is not None}


# -- definitions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("definition", "words"),
    [
        (pieces("f", [], [], []), "no pieces"),
        (pieces("f", [], [], [(1, None)], 1, "n"), "do not fill the period"),
        (value("f", [], [], power(0, -1)), "differ from 0"),
    ],
)
def test_what_defines_nothing(definition, words):
    refused(trivial(definitions=[definition]), words)


def test_noise_without_a_density_in_pieces():
    rows = [value("f", [], [], 1), law("Q", "f")]
    refused(trivial(definitions=rows), "its density is not a definition in pieces")


def test_a_definition_rests_on_no_step():
    proof = trivial()
    proof.step({"kind": "define", "definition": value("v", [], [], 1)}, (), "define", ["1"])
    proof.step(rel(ap("v"), "==", 1), (), "definition", name="v", piece=None)
    refused(proof, "a definition uses no steps")


STEPPED = pieces("f", [], [], [(1, 1), (2, None)])


@pytest.mark.parametrize(
    ("piece", "claim", "domain", "words"),
    [
        (True, rel(ap("f", "x"), "==", 2), [var("x", 1, None, "[)")], "not a piece"),
        (-1, rel(ap("f", "x"), "==", 2), [var("x", 1, None, "[)")], "not a piece"),
        (2, rel(ap("f", "x"), "==", 2), [var("x", 1, None, "[)")], "f has no such piece"),
        (0, rel(ap("f", "z"), "==", 1), [var("z", 0, 1)], "the variables are not those of f"),
        (0, rel(ap("f", "x"), "==", 1), [var("x", 0, 1), var("y", 0)], "are not those of f"),
    ],
)
def test_the_equation_of_a_piece(piece, claim, domain, words):
    proof = Proof(definitions=[STEPPED])
    proof.step(claim, domain, "definition", name="f", piece=piece)
    refused(proof, words)


# -- pieces ---------------------------------------------------------------------------------------

C = [var("c", 0, 1, "[]")]


def covered(heights=(2, 1, 0)):
    """f(x) <= 2, from its three pieces."""
    rows = [(heights[0], "c"), (heights[1], 1), (heights[2], None)]
    claim = rel(ap("f", "c", "x"), "<=", 2)
    proof = Proof(definitions=[pieces("f", ["c"], C, rows)], printed=[goal(claim, *C, HALF_LINE)])
    uses = []
    for i, (low, high) in enumerate(((0, "c"), ("c", 1), (1, None))):
        domain = [*C, room(low, high)]
        said = rel(ap("f", "c", "x"), "==", heights[i])
        equal = proof.step(said, domain, "definition", name="f", piece=i)
        if heights[i] in (0, 1, 2):
            uses.append(proof.combine(claim, domain, (equal, {}, -1)))
    proof.uses = uses
    proof.step(claim, [*C, HALF_LINE], "cover", uses, name="f")
    return proof


def test_a_function_is_covered_by_all_of_its_pieces():
    accepted(covered())
    refused(covered((2, 1, 3)), "not a step for every piece")
    proof = covered()
    one, two_, three = proof.uses
    proof.steps[-1]["uses"] = [one, str(int(two_) - 1), three]
    refused(proof, "a step used says something else, or elsewhere")


def test_what_is_covered_has_a_variable_and_a_name():
    proof = trivial(definitions=[STEPPED])
    proof.step(rel(0, "<", 2), (), "cover", ["1", "1"], name="f")
    refused(proof, "a variable is needed")
    proof.steps[-1].update(domain=[HALF_LINE], evidence={"name": "nothing"})
    refused(proof, "nothing is not defined in pieces")


def test_a_cover_lies_in_the_domain_of_the_definition():
    proof = Proof(definitions=[pieces("f", ["c"], [var("c", 1, 2)], [(1, "c"), (0, None)])])
    claim, below = rel(0, "<=", "x"), [var("c", 0, 1)]
    uses = [proof.step(claim, [*below, room(*ends)]) for ends in ((0, "c"), ("c", None))]
    proof.step(claim, [*below, HALF_LINE], "cover", uses, name="f")
    proof.sentence["printed"] = [goal(claim, *below, HALF_LINE)]
    refused(proof, "the value of c is not shown to lie where it has to")


@pytest.mark.parametrize("by", ["cover", "falling"])
def test_the_index_of_a_definition_is_not_fixed_outside(by):
    proof = trivial(definitions=[pieces("f", [], [], [(1, 1)], 1, "n")])
    around = [index("n"), HALF_LINE] + ([var("h", 0)] if by == "falling" else [])
    proof.step(rel(0, "<=", 1), around, by, ["1"], name="f")
    refused(proof, "a variable of f is one of the domain")


def falls(rows, domain, claim=None, uses=1):
    claim = claim or rel(ap("f", add("x", "h")), "<=", ap("f", "x"))
    proof = Proof(definitions=[pieces("f", [], [], rows)], printed=[goal(claim, *domain)])
    proof.step(rel(0, "<=", 1))
    proof.step(claim, domain, "falling", ["1"] * uses, name="f")
    return proof


def test_what_falls_does_so_everywhere():
    x, h, rows = HALF_LINE, var("h", 0), [(1, 1), (0, None)]
    accepted(falls(rows, [x, h]))
    refused(falls(rows, [var("x", -1), h]), "not for all places and all distances")
    refused(falls(rows, [x, var("h", -1)]), "not for all places and all distances")
    refused(falls(rows, [x], rel(0, "<=", 1)), "two variables are needed")
    refused(falls([("x", 1), (0, None)], [x, h]), "pieces of more than one value")


# -- existence ------------------------------------------------------------------------------------


def test_existence_where_the_variable_of_the_density_is_another():
    proof = laplace()
    domain = [*E, var("x", 1)]
    proof.sentence["printed"] = [goal(isnoise("Q"), *domain)]
    proof.steps[-1]["domain"] = domain
    refused(proof, "a variable of the density f is one of the domain")


def test_a_first_piece_without_the_integer_0():
    """Mass 100 at "0", of which the first piece, that is empty, would take away twice too much."""
    r, whole = [var("r", 0, 1)], mul(minus(1, "r"), power(add(1, "r"), -1))
    density, at = mul(whole, power("r", "x")), mul(whole, power("r", "i"))
    rows = [(100, 0), (density, None)]
    proof = Proof(
        parameters=r,
        definitions=[pieces("f", [], r, rows), law("Q", "f", (), r, 0, "integers")],
    )
    empty = proof.step(rel(0, "<=", 100), [*r, room(0, 0)])
    none = proof.step(total(100, "i", 0, -1, 0), r, "sum", ratio=tree(1), quotient=mul(100, "i"))
    sign = proof.step(rel(0, "<=", density), [*r, HALF_LINE])
    half = proof.step(
        total(at, "i", 0, None, power(add(1, "r"), -1)), r, "sum", ratio=tree("r"),
        quotient=mul(-1, power(add(1, "r"), -1)),
    )  # fmt: skip
    proof.step(isnoise("Q"), r, "existence", [empty, none, sign, half])
    refused(proof, "the first piece is not shown to hold the integer 0")


def test_existence_is_shown_of_the_family_from_the_steps_it_needs():
    family = laplace(parameter=False)
    family.steps[-1]["proposition"] = isnoise(noise("Q", 2))
    refused(family, "not Q at its own arguments")
    proof = laplace()
    proof.steps[-1]["uses"].append(proof.steps[-1]["uses"][0])
    refused(proof, "more steps are used than the pieces need")


def heavy():
    """A density of mass 2, of which nothing says that it is one, and its integral to 1/2."""
    proof = Proof(definitions=[pieces("f", [], [], [(1, 1), (0, None)]), law("Q", "f")])
    proof.part = proof.step(
        integral(1, "x", 0, F(1, 2), F(1, 2)), (), "integral", antiderivative=tree("x")
    )
    return proof


HALF = rel(mass("Q", between("(]", 0, F(1, 2))), "==", F(1, 2))


def test_noise_that_does_not_exist_has_no_masses():
    proof = heavy()
    proof.step(HALF, (), "density", [proof.part], existence=proof.part, integral=proof.part,
               piece=0, period_index=None)  # fmt: skip
    refused(proof, "is not of kind noise")
    proof = heavy()
    point = rel(mass("Q", between("[]", 0, 0)), "==", 0)
    proof.step(point, (), "atom", [proof.part], existence=proof.part)
    refused(proof, "is not of kind noise")
    proof = heavy()
    sign = proof.step(rel(0, "<=", 1), [var("u", 0, None, "()")])
    proof.step(expected("Q", 1, "==", 2), (), "expectation", [proof.part, sign, proof.part],
               existence=proof.part)  # fmt: skip
    refused(proof, "is not of kind noise")
    proof = heavy()
    proof.step(private("Q", 0, 1, 1), (), "steps", [proof.part], existence=proof.part,
               width=tree(1))  # fmt: skip
    refused(proof, "is not of kind noise")


def two():
    """Uniform noise U that exists, and V of twice the mass."""
    twice = [pieces("g", [], [], [(1, 1), (0, None)]), law("V", "g")]
    proof = Proof(definitions=[*uniform(), *twice])
    proof.there = exist(proof)
    return proof


def test_the_existence_of_other_noise_is_none():
    proof = two()
    point = rel(mass("V", between("[]", 0, 0)), "==", 0)
    proof.step(point, (), "atom", [proof.there], existence=proof.there)
    refused(proof, "about other noise")
    proof = two()
    proof.step(even("V"), (), "evenness", [proof.there])
    refused(proof, "about other noise")


def test_noise_of_a_family_is_not_noise_at_other_arguments():
    proof = laplace(parameter=False)
    there = proof.step(isnoise(noise("Q", 2)), (), "instance", [proof.exists],
                       at={"e": tree(2)}, sets={})  # fmt: skip
    proof.step(even(noise("Q", 3)), (), "evenness", [there])
    refused(proof, "a step used is about other noise")


def test_an_expectation_names_the_existence_first():
    proof = laplace()
    sign = proof.step(rel(0, "<=", "u"), [var("u", 0, None, "[)")])
    proof.step(expected("Q", "u", "==", 1), E, "expectation", [sign, proof.exists],
               existence=proof.exists)  # fmt: skip
    refused(proof, "the existence is not the first of the steps used")


# -- masses from the density ----------------------------------------------------------------------


QUARTER = {"value_": F(1, 4), "slope": mul(F(1, 2), "x"), "height": F(1, 2)}


def dense(event, low, high, piece=0, **part):
    """The mass of a set under uniform noise on (-1, 1), from an integral."""
    part = {**QUARTER, **part}
    proof = Proof(definitions=uniform())
    there = exist(proof)
    part_ = proof.step(
        integral(part["height"], "x", low, high, part["value_"]), (), "integral",
        antiderivative=tree(part["slope"]),
    )  # fmt: skip
    proof.step(rel(mass("U", event), "==", part["value_"]), (), "density", [there, part_],
               existence=there, integral=part_, piece=piece, period_index=None)  # fmt: skip
    return proof


def test_the_mass_of_a_bounded_interval():
    inside = between("(]", 0, F(1, 2))
    accepted(dense(inside, 0, F(1, 2)))
    refused(dense(inside, 0, F(1, 2), True), "not the number of a piece")
    refused(dense(inside, 0, F(1, 2), -2), "not the number of a piece")
    zero = {"value_": 0, "slope": 0, "height": 0}
    refused(dense(between("(]", None, -1), None, -1, 1, **zero), "not a bounded interval")
    refused(dense(between("()", 2, None), 2, None, 0, **zero), "it ends outside of the piece")
    other = "the integral is not over that interval"
    refused(dense(between("(]", 2, 3), None, 3, 1, **zero), other)
    refused(dense(between("(]", None, 3), 2, 3, 1, **zero), "not a bounded interval")
    refused(dense(inside, 0, F(1, 2), 2), "there is no such piece")
    refused(dense(inside, 0, F(1, 2), 1), "it begins outside of the piece")
    twice = {"value_": 1, "slope": mul(F(1, 2), "x")}
    refused(dense(between("(]", 0, 2), 0, 2, **twice), "it ends outside of the piece")
    refused(dense(between("(]", F(1, 4), F(1, 2)), 0, F(1, 2)), other)
    refused(dense(some(), 0, F(1, 2)), "not the mass of an interval")
    proof = dense(inside, 0, F(1, 2))
    proof.steps[-1]["proposition"] = rel(F(1, 4), "==", mass("U", inside))
    refused(proof, "the left side is not the mass of a set")


def test_an_interval_of_the_line_does_not_end_at_the_integer_below():
    """P([0, 2)) is not the integral up to 1."""
    proof = cells()
    part = proof.step(
        integral(F(1, 4), "x", 0, 1, F(1, 4)), (), "integral", antiderivative=mul(F(1, 4), "x")
    )
    proof.step(rel(mass("Q", between("[)", 0, 2)), "==", F(1, 4)), (), "density",
               [proof.exists, part], existence=proof.exists, integral=part, piece=0,
               period_index=None)  # fmt: skip
    refused(proof, "the integral is not over that interval")


def test_what_an_integral_binds_is_no_variable_of_the_step():
    proof = dense(between("(]", 0, F(1, 2)), 0, F(1, 2))
    proof.steps[-1]["domain"] = [var("x", 0)]
    refused(proof, "x is bound twice")


def test_a_set_that_no_sum_counts_moves_by_a_number():
    event = ["moved", some(), log(-1)]
    proof = Proof(given=[given("X")])
    refused(measured(proof, rel(0, "==", 0), (0, event)), "of what is not shown to be positive")


def test_the_integers_from_one_on_hold_that_one():
    """P((k, oo)) is not the sum from k on."""
    proof = geometric()
    r, whole = [var("r", 0, 1)], mul(minus(1, "r"), power(add(1, "r"), -1))
    domain, rest = [*r, index("k")], mul(power("r", "k"), power(add(1, "r"), -1))
    part = proof.step(
        total(mul(whole, power("r", "i")), "i", "k", None, rest), domain, "sum", ratio=tree("r"),
        quotient=mul(-1, power(add(1, "r"), -1)),
    )  # fmt: skip
    for ends, holds in (("[)", True), ("()", False)):
        claim = rel(mass("Q", between(ends, "k", None)), "==", rest)
        proof.step(claim, domain, "density", [proof.exists, part], existence=proof.exists,
                   integral=part, piece=0, period_index=None)  # fmt: skip
        accepted(proof) if holds else refused(proof, "a sum is over a closed interval")
        proof.steps.pop()


def test_the_mass_of_integers_below_a_number():
    proof = geometric()
    r, whole = [var("r", 0, 1)], mul(minus(1, "r"), power(add(1, "r"), -1))
    at = mul(whole, power("r", "k"))
    part = proof.step(
        total(mul(whole, power("r", "i")), "i", "k", "k", at), [*r, index("k")], "sum",
        ratio=tree("r"), quotient=mul(-1, power(add(1, "r"), -1)),
    )  # fmt: skip
    event = between("[)", "k", add("k", F(1, 2)))
    proof.step(rel(mass("Q", event), "==", at), [*r, index("k")], "density", [proof.exists, part],
               existence=proof.exists, integral=part, piece=0, period_index=None)  # fmt: skip
    refused(proof, "a sum does not end below an integer")


# -- cells ----------------------------------------------------------------------------------------


def test_cells_are_those_of_a_density_on_the_line():
    proof = geometric()
    proof.step(private("Q", 0, 1, 1), [var("r", 0, 1)], "steps", [proof.exists],
               existence=proof.exists, width=tree(1))  # fmt: skip
    refused(proof, "not noise on the line with a density without a period")


def periodic():
    """Noise of density 2^-n / 4 on [n, n + 1), with the steps that show that it exists."""
    height = mul(F(1, 4), power(2, mul(-1, "n")))
    proof = Proof(definitions=[pieces("f", [], [], [(height, 1)], 1, "n"), law("Q", "f")])
    sign = proof.step(rel(0, "<=", height), [index("n"), var("x", "n", add("n", 1), "[)")])
    piece = proof.step(
        integral(height, "x", "n", add("n", 1), height), [index("n")], "integral",
        antiderivative=mul(height, "x"),
    )  # fmt: skip
    sums = proof.step(
        total(height, "n", 0, None, F(1, 2)), (), "sum", ratio=tree(F(1, 2)),
        quotient=tree(F(-1, 2)),
    )  # fmt: skip
    proof.exists = proof.step(isnoise("Q"), (), "existence", [sign, piece, sums])
    return proof


def test_cells_of_a_density_with_periods():
    accepted(periodic())
    refused(steps(periodic(), 0, 1, 1), "not noise on the line with a density without a period")


@pytest.mark.parametrize("period", [F(1, 2), -1])
def test_a_period_has_a_number(period):
    """The mass of (0, 1/2] from the density of another "period"."""
    proof = periodic()
    height = mul(F(1, 4), power(2, mul(-1, tree(period))))
    low = tree(period)
    value_ = mul(F(1, 2), height)
    part = proof.step(
        integral(height, "x", low, add(low, F(1, 2)), value_), (), "integral",
        antiderivative=mul(height, "x"),
    )  # fmt: skip
    claim = rel(mass("Q", between("(]", low, add(low, F(1, 2)))), "==", value_)
    proof.step(claim, (), "density", [proof.exists, part], existence=proof.exists, integral=part,
               piece=0, period_index=low)  # fmt: skip
    refused(proof, "the number of the period is not shown to be an integer and not negative")


def test_existence_is_told_in_order():
    proof = laplace()
    sign, whole = proof.steps[-1]["uses"]
    proof.steps[-1]["uses"] = [sign, sign]
    refused(proof, "a step used is no integral over a piece")
    proof = laplace()
    less = proof.step(rel(-1, "<=", mul(F(1, 2), "e", exp(mul(-1, "e", "x")))), [*E, HALF_LINE])
    there = proof.steps.pop(2)
    proof.steps[-1]["name"], there["name"], there["uses"] = "3", "4", ["3", whole]
    proof.steps.append(there)
    refused(proof, "the density is not shown to be no less than 0 on a piece")
    assert less == "4"
    proof = periodic()
    proof.steps[-1]["uses"][-1] = proof.steps[-1]["uses"][-2]
    refused(proof, "a step used is no sum over the periods")


def test_cells_are_few_and_of_one_width():
    few = "is not shown to be that of up to 200 cells"
    refused(steps(cells(), 0, 1, -1), few)
    refused(steps(cells(), 0, 1, 201), few)
    proof = steps(cells(), 0, 1, "s")
    proof.steps[-1]["domain"] = [var("s", 0)]
    refused(proof, few)


def test_a_density_in_cells_ends_in_0():
    """exp(-x)/2 without its tail would be noise of mass less than 1."""
    proof = laplace(parameter=False)
    proof.step(private(noise("Q", 1), 0, 1, 1), (), "steps", [proof.exists],
               existence=proof.exists, width=tree(1))  # fmt: skip
    refused(proof, "a piece is not constant")


def test_a_density_in_cells_is_0_beyond_them():
    """With a hypothesis that is false: the integral of 1/4 from 2 on is 0."""
    rows = [(F(1, 4), 1), (F(1, 4), 2), (F(1, 4), None)]
    proof = Proof(definitions=[pieces("f", [], [], rows), law("Q", "f")])
    uses = []
    for low, high in ((0, 1), (1, 2), (2, None)):
        uses.append(proof.step(rel(0, "<=", F(1, 4)), [room(low, high)]))
        if high is None:
            uses.append(proof.assume(integral(F(1, 4), "x", 2, None, 0)))
        else:
            claim = integral(F(1, 4), "x", low, high, F(1, 4))
            slope = mul(F(1, 4), "x")
            uses.append(proof.step(claim, (), "integral", antiderivative=slope))
    proof.exists = proof.step(isnoise("Q"), (), "existence", uses)
    refused(steps(proof, 0, 1, 1), "the last piece is not 0")


def test_the_difference_of_two_cells_has_one_sign():
    c = [var("c", 0, F(1, 2))]
    heights = ("c", minus(F(1, 2), "c"))
    rows = [(heights[0], 1), (heights[1], 2), (0, None)]
    proof = Proof(parameters=c, definitions=[pieces("f", [], c, rows), law("Q", "f", (), c)])
    uses = []
    for low, high, height in ((0, 1, heights[0]), (1, 2, heights[1]), (2, None, 0)):
        uses.append(proof.step(rel(0, "<=", height), [*c, room(low, high)]))
        slope = tree(0) if high is None else mul(height, "x")
        claim = integral(height, "x", low, high, height)
        uses.append(proof.step(claim, c, "integral", antiderivative=slope))
    there = proof.step(isnoise("Q"), c, "existence", uses)
    accepted(proof)
    proof.step(private("Q", 0, F(1, 2), 1), c, "steps", [there], existence=there, width=tree(1))
    refused(proof, "a difference between cells is not shown to have one sign")


# -- masses from cells of the line ----------------------------------------------------------------


def measured(proof, claim, *terms, constant=0, order=(), uses=(), domain=(), of="X"):
    proof.step(claim, domain, "measure", uses, noise=noise(of), order=[tree(p) for p in order],
               constant=tree(constant), terms=[[tree(c), each] for c, each in terms])  # fmt: skip
    return proof


def test_masses_are_those_of_noise_that_exists():
    claim = rel(mass("V", some()), "<=", 1)
    refused(measured(two(), claim, (-1, some()), constant=1, of="V"), "no step used shows")


def test_a_sum_of_masses_is_the_difference_of_the_sides():
    proof = Proof(given=[given("X")])
    measured(proof, rel(mass("X", some()), "<=", F(1, 2)), (-1, some()), constant=1)
    refused(proof, "the difference of the sides is not that sum of masses")


def test_every_number_of_a_sum_of_masses_has_a_value():
    bad = power(0, -1)
    lone = Proof(given=[given("X")])
    gone = rel(0, "==", 0)
    refused(measured(lone, gone, (mul(0, bad), some())), "differ from 0")


@pytest.mark.parametrize("row", ["xy", [1], [1, 2, 3]])
def test_a_term_is_a_number_and_a_set(row):
    proof = Proof(given=[given("X")])
    measured(proof, rel(0, "<=", mass("X", some())), (1, some()))
    proof.steps[-1]["evidence"]["terms"] = [[tree(1), some(), some()][: len(row)]
                                            if type(row) is list else row]  # fmt: skip
    refused(proof, "not a coefficient and a set")


def test_cells_of_the_line_are_few():
    names = [f"S{i}" for i in range(13)]
    claim = rel(0, "<=", add(*(mass("X", some(name)) for name in names)))
    proof = Proof(given=[given("X")])
    refused(measured(proof, claim, *((1, some(name)) for name in names)), "too many cells")


# -- multiples ------------------------------------------------------------------------------------


def multiples(claims=None, width=2, **more):
    said, claim = claims or (rel(0, "<=", "x"),) * 2
    proof = Proof(printed=[goal(claim, HALF_LINE)], **more)
    row = var("x", mul("n", width), mul(add("n", 1), width), "[)")
    one = proof.step(said, [index("n"), row])
    proof.step(claim, [HALF_LINE], "multiples", [one], variable="x", width=tree(width), index="n")
    return proof


def test_from_multiple_to_multiple():
    accepted(multiples())
    refused(multiples((rel(0, "<=", "x"), rel(1, "<=", "x"))), "says something else, or elsewhere")
    T, root = var("T", 0, 1), var("T", 0, 1, root=[2, F(1, 4)])
    for said, found, after in (
        (var("z", mul("n", 2), mul(add("n", 1), 2), "[)"), (), ()),
        (var("x", mul("n", 2), mul(add("n", 1), 2), "()"), (), ()),
        (var("x", mul("n", 2), mul(add("n", 1), 2), "[)"), [root], [T]),
    ):
        proof = Proof(printed=[goal(rel(0, "<", 1), HALF_LINE, *after)])
        one = proof.step(rel(0, "<", 1), [index("n"), said, *found])
        proof.step(rel(0, "<", 1), [HALF_LINE, *after], "multiples", [one], variable="x",
                   width=tree(2), index="n")  # fmt: skip
        refused(proof, "says something else, or elsewhere")
    two_steps = multiples()
    two_steps.steps[-1]["uses"] = ["1", "1"]
    refused(two_steps, "or not one step")
    refused(multiples(parameters=[index("n")]), "is a parameter, which does not move")
    late = multiples()
    late.steps[-1]["evidence"]["width"] = tree("x")
    refused(late, "the width is not fixed before x")
