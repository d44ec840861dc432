"""Brackets for delta near 1, carried from a smaller delta, and shown anew."""

from fractions import Fraction

import pytest

from dpproofs.optima.bracket import search as brackets
from dpproofs.optima.bracket.exact_ends import Exact, NotProved
from dpproofs.optima.bracket.larger_atom import carried
from dpproofs.optima.bracket.search import bracket
from dpproofs.optima.lattice.costs import Power
from dpproofs.replaying import replay


@pytest.mark.no_cover
@pytest.mark.parametrize("delta", ["0.9", "0.999"])
def test_it_is_narrow_and_replayed(delta):
    found = bracket(1, delta, gap="1e-3")
    assert found.gap <= 1e-3
    assert found.delta == Fraction(delta)
    assert replay(found.certificate()).accepted


@pytest.mark.no_cover
def test_the_least_cost_is_a_multiple_of_what_is_left():
    per = [bracket(1, delta, gap="2e-3") for delta in ("0.75", "0.85", "0.99")]
    lower = max(each.lower / (1 - each.delta) for each in per)
    upper = min(each.upper / (1 - each.delta) for each in per)
    assert lower <= upper < lower * Fraction(1002, 1000)


def test_without_an_atom_or_a_solution_the_search_stays_at_its_delta(monkeypatch):
    search = brackets._Search(Fraction(1), Fraction(9, 10), Fraction(1), Fraction(1), 2.0)
    assert search.with_larger_atom().carried_to == Fraction(9, 10)
    monkeypatch.setattr(brackets, "ATOM", 1.0)
    assert search.with_larger_atom() is search

    def fails(*_):
        raise NotProved("for a test")

    monkeypatch.setattr(brackets._Search, "at", fails)
    assert search.with_larger_atom() is search


def test_powers_above_1_are_not_carried(monkeypatch):
    monkeypatch.setattr(brackets._Search, "with_larger_atom", None)
    assert bracket(1, "0.8", cost=2, gap="1e-1").gap <= 0.1


def test_one_more_unit_in_the_atom_is_too_much_and_a_sharper_bound_is_rejected():
    at, beyond = Fraction(3, 4), Fraction(9, 10)
    found = bracket(1, at, gap="1e-2")
    asked = Exact(found.epsilon, at, Power(Fraction(1)), found.n)
    lower, upper = carried(found.proof, found.noise, asked, beyond)
    assert lower.bound <= upper.bound
    grown = brackets.replace(upper, total=found.noise.total + found.noise.total // 1000)
    with pytest.raises(NotProved):  # as if the noise at 3/4 had a larger atom
        carried(found.proof, grown, asked, Fraction(3, 4))
    document = bracket(1, "0.9", gap="1e-2").certificate()
    sharper = str(Fraction(document["lower"]["bound"]) * Fraction(1001, 1000))
    body = document | {"lower": document["lower"] | {"bound": sharper}}
    body.pop("digest")
    assert not replay(brackets.sealed(body)).accepted
