"""A sample of all formulas that papers print: each is found without looking at it, and told from a
false one; and the list of those that are not found, or found to be others.
"""

import random
import re
import tomllib
from pathlib import Path

import pytest
import sympy as sp

from dpproofs.deriving.printed import Reprint
from dpproofs.deriving.slots import slots
from dpproofs.kernel.mutation import perturbed
from dpproofs.kernel.verdict import Decision
from dpproofs.theorems.registry import find, formalised

KEPT = tomllib.loads(Path(__file__).with_name("not_found.toml").read_text("utf-8"))
NOT_FOUND = {(row["claim"], row["slot"]): row["reason"] for row in KEPT["formula"]}
CORRECTED = {(row["claim"], row["slot"]): row["reason"] for row in KEPT["corrected"]}
SAMPLE, SEED = 24, 20261127  # `python -m benchmarks.printed_formulas` looks at all

#: Formulas that were not found, or whose multiples were not told from them, once.
ONCE = [
    ("cactus.eq1", 0), ("cactus.eq19.square", 4), ("optimum.above", 0), ("optimum.above", 1),
    ("optimum.above.power", 0), ("optimum.above.threshold", 0), ("optimum.noise", 0),
    ("staircase.appE.312.sums", 5), ("staircase.appE.312.sums", 6), ("staircase.appE.312.sums", 7),
]  # fmt: skip


def drawn():
    return random.Random(SEED)  # noqa: S311  (which formulas are looked at is no secret)


def sample(rng):
    """One formula of each of some claims, drawn from all claims that have any."""
    names, count = list(formalised()), 0
    rng.shuffle(names)
    for name in names:
        places = [n for n in range(len(slots(find(name).printed))) if (name, n) not in NOT_FOUND]
        if places:
            count += 1
            yield name, rng.choice(places)
        if count == SAMPLE:
            return


def of(name, place):
    claim = find(name)
    slot = slots(claim.printed)[place]
    return claim, slot, Reprint(claim, slot, slot.printed)


def false_one(slot, found, rng):
    """A perturbed formula that is another number than the one found."""
    rows = [f for f, _ in perturbed(slot.printed) if sp.expand(f - found.value) != 0]
    return rng.choice(rows)


def check(name, place, rng):
    claim, slot, own = of(name, place)
    assert own.found is not None, f"{name} {place} is not found: tests/deriving/not_found.toml"
    assert (own.differs is not None) == ((name, place) in CORRECTED), own.found.value
    other = Reprint(claim, slot, false_one(slot, own.found, rng))
    vars(other)["found"] = own.found  # which does not depend on what is printed
    assert other.differs is not None, other.formula


@pytest.mark.sweep
@pytest.mark.no_cover
def test_a_sample_of_all_printed_formulas_is_found_and_told_from_false_ones():
    rng = drawn()
    for name, place in sample(rng):
        check(name, place, rng)


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "place"), ONCE)
def test_what_was_not_found_once_is_found_and_decided(name, place):
    check(name, place, drawn())
    claim, slot, own = of(name, place)
    assert own.verify().decision is Decision.holds
    for factor in (sp.Rational(11, 12), sp.Rational(-1)):
        assert Reprint(claim, slot, factor * slot.printed).differs is not None


@pytest.mark.parametrize(("name", "place"), NOT_FOUND)
def test_the_list_of_what_is_not_found_is_not_stale(name, place):
    assert len(NOT_FOUND[name, place]) > 20
    *_, own = of(name, place)
    assert own.found is None, "it is found now: take it from tests/deriving/not_found.toml"
    assert own.proved.how == "the derivation of the claim itself"


@pytest.mark.parametrize(("name", "place"), CORRECTED)
def test_the_list_of_what_is_corrected_is_not_stale(name, place):
    assert len(CORRECTED[name, place]) > 20
    *_, own = of(name, place)
    assert own.differs is not None, "it is as printed: take it from tests/deriving/not_found.toml"


@pytest.mark.sweep
def test_the_table_of_the_documentation_has_every_formula():
    """A line each, in order, and only those of the list are not what is printed."""
    page = Path(__file__).parents[2].joinpath("docs", "found.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\S+)` (\d+) \|.*\| (\S.*) \|$", page, re.MULTILINE)
    places = [(name, place) for name in formalised() for place in range(len(of_claim(name)))]
    assert [(name, int(number) - 1) for name, number, _ in rows] == places
    unlike = {(name, int(number) - 1) for name, number, equal in rows if equal == "**no**"}
    assert unlike == CORRECTED.keys()


def of_claim(name):
    return slots(find(name).printed)
