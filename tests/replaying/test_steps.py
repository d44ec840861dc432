"""Densities that are constant on cells; what holds from each multiple of a width to the next."""

import pytest
from handmade import (
    F,
    Proof,
    accepted,
    add,
    function,
    index,
    integral,
    isnoise,
    law,
    log,
    mul,
    pieces,
    private,
    rejected,
    rel,
    tree,
    var,
)

QUARTERS = (F(1, 4), F(1, 4))


def cells(atom=0, heights=QUARTERS, **law_changes):
    """Heights on [0, 1) and [1, 2), and an atom, with the steps that show that it exists."""
    rows = [(heights[0], 1), (heights[1], 2), (0, None)]
    proof = Proof(definitions=[pieces("f", [], [], rows), law("Q", "f", atom=atom, **law_changes)])
    uses = []
    for low, high, height in ((0, 1, heights[0]), (1, 2, heights[1]), (2, None, 0)):
        room = {**var("x", low, high, "[)"), "hollow": high is not None}
        uses.append(proof.step(rel(0, "<=", height), [room]))
        part = 0 if high is None else height
        slope = tree(0) if high is None else mul(height, "x")
        claim = integral(height, "x", low, high, part)
        uses.append(proof.step(claim, (), "integral", antiderivative=slope))
    proof.exists = proof.step(isnoise("Q"), (), "existence", uses)
    return proof


def steps(proof, epsilon, delta, sensitivity, width=1):
    proof.step(
        private("Q", epsilon, delta, sensitivity), (), "steps", [proof.exists],
        existence=proof.exists, width=tree(width),
    )  # fmt: skip
    return proof


def test_whole_cells_decide():
    accepted(steps(cells(), 0, F(1, 4), 1))
    accepted(steps(cells(), 0, F(1, 2), 2))
    accepted(steps(cells(), 0, F(1, 2), 2, width=F(1, 2)))
    rejected(steps(cells(), 0, F(1, 5), 1), "gains too much")
    rejected(steps(cells(), 0, F(1, 4), 2), "gains too much")


def test_an_atom_gains_its_mass():
    flat = (F(1, 8), F(1, 8))
    accepted(steps(cells(F(1, 2), flat), 0, F(5, 8), 1))
    rejected(steps(cells(F(1, 2), flat), 0, F(9, 16), 1), "gains too much")
    rejected(steps(cells(F(1, 2), flat), 0, F(1, 4), 1), "atom")


def test_cells_that_fall_gain_less_with_epsilon():
    falling = (F(1, 3), F(1, 6))
    accepted(steps(cells(0, falling), 0, F(1, 3), 1))
    accepted(steps(cells(0, falling), log(2), F(1, 6), 1))
    rejected(steps(cells(0, falling), log(2), F(1, 7), 1), "gains too much")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"width": 0}, "positive"),
        ({"width": F(3, 2)}, "cells"),
        ({"epsilon": -1}, "at least 1"),
        ({"sensitivity": F(1, 2)}, "cells"),
    ],
)
def test_cells_have_one_width_and_epsilon_a_sign(change, words):
    rest = {"epsilon": 0, "delta": 1, "sensitivity": 1, "width": 1, **change}
    rejected(steps(cells(), **rest), words)


def test_other_noise_has_no_cells():
    rising, half = mul(F(1, 2), "x"), F(1, 2)
    rows = [(rising, 1), (0, None)]
    proof = Proof(definitions=[pieces("f", [], [], rows), law("Q", "f", atom=half)])
    uses = []
    for low, high, height, total, slope in (
        (0, 1, rising, F(1, 4), mul(F(1, 4), "x", "x")),
        (1, None, 0, 0, tree(0)),
    ):
        room = {**var("x", low, high, "[)"), "hollow": high is not None}
        claim = integral(height, "x", low, high, total)
        uses.append(proof.step(rel(0, "<=", height), [room]))
        uses.append(proof.step(claim, (), "integral", antiderivative=slope))
    proof.exists = proof.step(isnoise("Q"), (), "existence", uses)
    rejected(steps(proof, 0, 1, 1), "not constant")


# -- multiples ------------------------------------------------------------------------------------

CLAIM = rel(0, "<=", add(1, "x"))
HALF_LINE = var("x", 0, None, "[)")


def multiples(width=2, low=None, high=None, name="n", after=(), domain=None, claim=CLAIM):
    proof = Proof(given=[function("F")])
    low, high = low or mul(name, width), high or mul(add(name, 1), width)
    one = proof.step(claim, [index(name), var("x", low, high, "[)"), *after])
    proof.step(
        claim, [HALF_LINE, *after] if domain is None else domain, "multiples", [one],
        variable="x", width=tree(width), index=name,
    )  # fmt: skip
    return proof


def test_every_place_lies_between_two_multiples():
    accepted(multiples())
    accepted(multiples(after=[var("h", 0, None)]))


def test_the_multiples_leave_no_gap():
    rejected(multiples(high=add(mul("n", 2), 1)), "something else")
    rejected(multiples(low=mul(add("n", 1), 2), high=mul(add("n", 2), 2)), "something else")
    rejected(multiples(domain=[var("x", -1, None, "[)")]), "not for all")
    proof = multiples()
    proof.steps[1]["evidence"]["width"] = tree(-2)
    rejected(proof, "positive")
    proof = multiples()
    proof.steps[1]["evidence"]["index"] = "x"
    rejected(proof, "index")
