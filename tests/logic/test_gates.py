"""Gates over every claim: nothing in a derivation is idle, and nothing follows from nothing."""

from __future__ import annotations

import pytest
from gates import altered, idle, survives

from dpproofs.checkers import check, checkers
from dpproofs.checkers.models import misfit
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.proposition import Integral
from dpproofs.kernel.scope import uses
from dpproofs.theorems.registry import registry

CLAIMS = registry()
ABOUT_OBJECTS = [name for name, claim in CLAIMS.items() if claim.printed.given]
WITH_DEFINITIONS = [name for name, claim in CLAIMS.items() if claim.printed.definitions]
FIRST_WORDS = sorted({name.rpartition(".")[0] for name in CLAIMS})
FROM_NOTHING = sorted(set(checkers()) - {"assume"})
HINTS = {"facts": (), "fact": 0, "at": {}, "values": {}, "name": "", "piece": None, "set": None}

#: Steps that the checkers could do without; a reader could not, and Coq derives signs from them.
#: All say on which side of 0 or 1 a logarithm, an exponential, a power or erf lies, but that of
#: trunclap.univrate, an inequality of polynomials by which its last goal is read, those of
#: staircase.thm8 and staircase.cor9, which say how small b and a place are, and those of
#: staircase.thm1, staircase.thm12.l1 and staircase.thm12.l2, which compare tails and costs.
FOR_READERS = {
    "staircase.eq15": "34",
    "staircase.cor9": "188 189 190 191 192 193 195",
    "staircase.thm8": "42 121 122 123 124 125 126 128 160 235 236 273 274 "
    "285 286 287 288 289 290 292",
    "staircase.thm1": "142 143 144 145 147 148 149 151 154 156 158",
    "staircase.thm12.l1": "20",
    "staircase.thm12.l2": "20 25 27 29 30 31 32 33 35 36 37 38 39 40 41 43 44 45 51 52 54",
    "staircase.thm6.cost": "14 15 16 17 18 19",
    "staircase.cor7.high": "14 15 16 17 18 19",
    "staircase.cor7.low": "14 15 16 17 18 19 26",
    "staircase.fig2": "29 30 31 32 33 34",
    "staircase.fig4": "12 13 18 19 21",
    "staircase.I-D7": "33 34 35 36 37 38 44",
    "staircase.appE.337": "23",
    "staircase.heur.quality": "35",
    "additive.sec5.gain": "13 22 23",
    "additive.classic": "27",
    "trunclap.thm1": "22",
    "trunclap.thm1.proof": "1 24",
    "trunclap.thm2": "21",
    "trunclap.thm2.lims": "3",
    "trunclap.thm3": "21 57",
    "trunclap.exponent.uniform": "5",
    "trunclap.nint.limits": "4",
    "trunclap.thm6.aux": "31 35 36",
    "trunclap.fig2": "33 44 70 81",
    "trunclap.univrate": "9",
    "trunclap.optimality": "9",
    "trunclap.allregimes": "39 50 66 67 83 87 111 122 138 139 155 159",
    "trunclap.sec7": "1",
    "poster.regimes": "37 48 74 85",
    "cactus.heur": "4",
    "cactus.thm2.grid": "63",
    "cactus.gauss.better": "9 10 12 37 38",
    "cactus.fig2b.normal": "8",
    "cactus.fig2c.normal": "13",
    "vector.gain.every": "8",
    "vector.turns.mean": "8",
}

# The same lines run in the tests of the checkers.
pytestmark = [pytest.mark.no_cover, pytest.mark.sweep]


@pytest.mark.parametrize("group", FIRST_WORDS)
def test_every_step_that_is_left_out_costs_a_goal_its_proof(group):
    claims = [claim for name, claim in CLAIMS.items() if name.rpartition(".")[0] == group]
    known = {
        name: steps.split() for name, steps in FOR_READERS.items() if name in {c.id for c in claims}
    }
    assert {claim.id: found for claim in claims if (found := idle(claim))} == known


@pytest.mark.parametrize("name", WITH_DEFINITIONS)
def test_another_meaning_of_a_defined_name_costs_a_step_its_proof(name):
    claim = CLAIMS[name]
    for definition in claim.statement.definitions:
        for changed in altered(definition):
            assert not survives(definition, changed, claim), changed


def test_the_same_meaning_costs_nothing():
    claim = CLAIMS[WITH_DEFINITIONS[0]]
    definition = claim.statement.definitions[0]
    assert survives(definition, definition, claim)


def is_an_area(goal):
    """Whether a goal is the integral of something level: a height times a length, of any height."""
    said = goal.proposition
    return isinstance(said, Integral) and said.variable not in said.integrand.free_symbols


@pytest.mark.parametrize("name", ABOUT_OBJECTS)
def test_what_is_said_of_given_objects_does_not_follow_from_nothing(name):
    statement = CLAIMS[name].statement
    given = {found.name for found in statement.given}
    for goal in statement.goals:
        if not given & {used for used, _, _ in uses(goal)}:
            continue
        for method in FROM_NOTHING:
            if method == "integral" and is_an_area(goal):
                continue
            step = Step("1", goal, method, "", HINTS)
            try:
                finding = check(step, Derivation((step,), statement))
            except (AttributeError, IndexError, TypeError, ValueError):
                continue  # the method wants hints that nobody gave
            assert not finding.established, (goal, method)


@pytest.mark.parametrize("name", ABOUT_OBJECTS)
def test_hypotheses_hold_for_genuine_objects_at_many_parameters(name):
    assert misfit(CLAIMS[name].statement, seed=11, tries=150) == ""


def test_every_hypothesis_is_wanted_somewhere():
    """With the gate above, a hypothesis that is left out costs a goal its proof.

    A sentence that is open without a step has no proof to lose.
    """
    proofs = [claim for claim in CLAIMS.values() if claim.derivation.steps]
    assert len(proofs) >= 0.9 * len(CLAIMS)
    for claim in proofs:
        steps = claim.derivation.steps
        assumed = {step.goal for step in steps if step.method == "assume"}
        refuted = any(step.method == "refutation" for step in steps)  # by noise that keeps them all
        assert refuted or set(claim.statement.hypotheses) <= assumed, claim.id


def test_no_hypothesis_quantifies_over_a_parameter():
    for claim in CLAIMS.values():
        fixed = {v.symbol.name: v for v in claim.statement.parameters}
        for goal in claim.statement.hypotheses:
            assert all(fixed.get(v.symbol.name, v) == v for v in goal.domain)
