import pytest
from sympy.core.relational import Relational

import dpproofs as dp
from dpproofs import catalogue
from dpproofs.catalogue import Claim, Errata, Verdicts


def test_a_claim_has_what_its_paper_says_and_how_it_is_derived():
    found = dp.claim("staircase.cor5.high")
    assert (found.paper, found.item) == ("staircase", "Corollary 5, (47)")
    assert found.statement.id == found.id
    assert len(found.derivation.steps) > 3
    assert found.title in repr(found)
    assert len(repr(found)) < 200
    assert found.state == "holds, proved"


def test_formulas_are_sympy_objects_that_are_true():
    formulas = dp.claim("additive.eq4").formulas + dp.claim("staircase.appC.279").formulas
    assert len(formulas) > 1
    assert all(isinstance(formula, Relational) for formula in formulas)


def test_claims_of_a_paper_are_a_short_table():
    found = dp.claims("poster")
    assert {claim.paper for claim in found} == {"poster"}
    assert "<table>" in found._repr_html_()
    assert repr(found).count("\n") == len(found) - 1
    assert repr(dp.claims(pattern="nothing*")) == "<no claims>"


def test_a_claim_shows_itself_in_a_notebook():
    wrong = dp.claim("additive.sec5.gain")
    assert "<math" in wrong._repr_html_()
    assert "corrected" in wrong._repr_html_()
    assert wrong._repr_latex_().startswith("$")
    assert wrong.statement.corrected_latex in wrong._repr_latex_()


def test_several_claims_are_verified_in_order():
    found = dp.verify("additive.lem2", dp.claim("additive.eq4"))
    assert isinstance(found, Verdicts)
    assert [verdict.id for verdict in found] == ["additive.lem2", "additive.eq4"]
    assert "<table>" in found._repr_html_()
    assert repr(found).splitlines() == [repr(verdict) for verdict in found]
    assert all(len(repr(verdict)) < 120 for verdict in found)


def test_a_verdict_can_be_replayed():
    verdict = dp.claim("additive.lem2").verify(digits=20)
    assert verdict.digits is None or verdict.digits == 20
    assert dp.replay(verdict.certificate).accepted


def test_errata_are_those_of_the_stored_results():
    found = dp.errata("additive")
    assert isinstance(found, Errata)
    assert "additive.sec5.gain" in [wrong.id for wrong in found]
    assert all(wrong.counterexample for wrong in found)
    assert "<table>" in found._repr_html_()
    assert "counterexample" in repr(found)
    assert len(dp.errata()) > len(found)


@pytest.mark.parametrize("call", [dp.claims, dp.errata, lambda paper: dp.verify(paper=paper)])
def test_an_unknown_paper_is_one_clear_line(call):
    with pytest.raises(dp.BadInput, match="paper = 'nobody', but should be one of staircase"):
        call("nobody")


def test_names_and_a_paper_do_not_go_together():
    with pytest.raises(dp.BadInput, match="left out when claims are named"):
        dp.verify("additive.lem2", paper="additive")


def test_an_unknown_claim_names_the_nearest():
    with pytest.raises(dp.BadInput, match=r"staircase\.thm6"):
        dp.claim("staircase.thm6")


def test_a_result_about_another_statement_is_not_told(monkeypatch):
    monkeypatch.setattr(catalogue, "stored", lambda names: ([], list(names)))
    found = Claim(dp.claim("additive.lem2").formal)
    assert found.state == "not checked as it stands"
    assert found.sentence
    assert found.latex()
