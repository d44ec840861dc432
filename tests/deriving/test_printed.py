"""The printed formula is no input: change it, and what was derived is what corrects it."""

import pytest
import sympy as sp

from dpproofs.claims import claim
from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.mutation import perturbed
from dpproofs.kernel.verdict import Decision
from dpproofs.replay import replay

#: Costs, best parameters, limits and leading terms that the papers print.
FORMULAS = (
    "staircase.thm4.cost", "staircase.thm6.gamma", "staircase.cor5.high", "staircase.cor5.low",
    "additive.thm3.cost", "additive.thm3.alpha",
)  # fmt: skip


@pytest.mark.sweep
@pytest.mark.parametrize("name", FORMULAS)
def test_every_false_formula_is_told_from_the_one_that_is_found(name):
    known = claim(name)
    printed = known.printed_formula
    own = known.with_printed(printed)
    assert own.found is not None
    assert own.differs is None
    false = 0
    for formula, change in perturbed(printed):
        if not formula.is_finite and formula.is_number:
            continue
        other = known.with_printed(formula)
        object.__setattr__(other, "__dict__", {**other.__dict__, "found": own.found})
        same = sp.expand(formula - printed) == 0
        assert (other.differs is None) == same, change
        false += not same
    assert false >= 3


@pytest.mark.no_cover
@pytest.mark.parametrize("name", ["staircase.appC.276", "additive.thm3.alpha"])
def test_a_false_formula_is_corrected_and_a_true_one_in_another_form_holds(name):
    known = claim(name)
    printed = known.printed_formula
    wrong = known.with_printed(printed * sp.Rational(11, 10)).verify()
    assert wrong.decision is Decision.corrected
    assert wrong.erratum["corrected"] == str(wrong.found)
    assert replay(wrong.certificate, any_statement=True).accepted
    again = known.with_printed(sp.expand(printed) + sp.Integer(0) * sp.Symbol("z")).verify()
    assert again.decision is Decision.holds
    assert again.found == wrong.found
    assert replay(again.certificate, any_statement=True).accepted


def test_the_error_of_a_paper_is_found_from_the_definition():
    known = claim("additive.sec5.low")
    verdict = known.with_printed(known.printed_formula).verify()
    assert verdict.decision is Decision.corrected
    Delta = next(iter(known.printed_formula.free_symbols))
    assert sp.expand(verdict.found - Delta / sp.sqrt(2 * sp.pi)) == 0


def test_what_is_derived_never_reads_what_is_printed():
    known = claim("staircase.appC.276")
    first = known.with_printed(sp.Integer(7)).found
    assert first.value == known.with_printed(known.printed_formula).found.value


def test_a_claim_without_a_formula_says_so():
    known = claim("additive.thm1")
    with pytest.raises(BadInput, match="a claim with a formula"):
        _ = known.printed_formula
    assert known.printed_formulas == ()


def test_formulas_in_other_symbols_are_refused():
    with pytest.raises(BadInput, match="an expression in"):
        claim("staircase.thm4.cost").with_printed(sp.Symbol("unheard_of"))
    with pytest.raises(BadInput, match="a SymPy expression"):
        claim("staircase.thm4.cost").with_printed("1/2")


def test_a_limit_between_two_bounds_is_decided_as_the_paper_s_derivation_does():
    known = claim("trunclap.unif")
    assert known.with_printed(known.printed_formula).verify().decision is Decision.holds
    wrong = known.with_printed(known.printed_formula * 2).verify()
    assert wrong.decision is Decision.corrected
    assert replay(wrong.certificate, any_statement=True).accepted


def test_a_place_at_the_end_of_its_range_for_all_parameters_is_found():
    known = claim("additive.cor4")
    own = known.with_printed(known.printed_formulas[1], 1)
    assert own.found.value == 0
    assert own.verify().decision is Decision.holds


@pytest.mark.no_cover
def test_where_no_formula_is_found_nothing_is_claimed():
    known = claim("staircase.appE.312.sums")  # see not_found.toml
    for factor in (1, 2):
        formula = known.printed_formulas[4] * factor
        verdict = known.with_printed(formula, 4).verify()
        assert verdict.decision is Decision.open
        assert verdict.found is None
