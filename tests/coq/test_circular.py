"""Sine, cosine and arcs in Coq: derived sentences are proved whole, and false ones are refused."""

import json

import pytest
import sympy as sp

import dpproofs as dp
from dpproofs.coq.steps import proof
from dpproofs.coq.terms import has_circular
from dpproofs.kernel.errors import UnsupportedExpression

x, s = sp.symbols("x s", positive=True)
DENSITIES = {
    "cauchy": (s / (sp.pi * (s**2 + x**2)), sp.oo),
    "raised": ((1 + sp.cos(sp.pi * x / s)) / (2 * s), s),
    "arcsine": (1 / (sp.pi * sp.sqrt(s**2 - x**2)), s),
}
CLAIMS = (("cauchy", None), ("cauchy", 1), ("raised", 2), ("arcsine", None))


def written(name, power):
    density, upper = DENSITIES[name]
    family = dp.Family(
        name, x=x, domain=dp.Domain((dp.positive(s),)), pieces=[dp.Piece(density, 0, upper)]
    )
    found = family.normalisation() if power is None else family.cost(power)
    assert found.holds
    return found.certificate


@pytest.mark.parametrize(("name", "power"), CLAIMS)
def test_a_derived_sentence_is_proved(coq, name, power):
    certificate = written(name, power)
    assert has_circular(certificate)
    assert coq(proof(certificate)) == ""


@pytest.mark.parametrize("name", ["cauchy", "raised", "arcsine"])
def test_another_value_is_not_proved(coq, name):
    certificate = written(name, None)
    step = next(step for step in certificate["steps"] if step["method"] == "integral")
    said = json.dumps(step["proposition"])
    other = json.dumps({**step["proposition"], "value": ["rat", "1", "3"]})
    certificate = json.loads(json.dumps(certificate).replace(said, other))
    assert "Error" in coq(proof(certificate))


def test_what_coq_has_no_function_for_is_refused_by_its_name():
    family = dp.Family(
        "laplace", x=x, domain=dp.Domain((dp.positive(s),)),
        pieces=[dp.Piece(sp.exp(-x / s) / (2 * s), 0, sp.oo)],
    )  # fmt: skip
    with pytest.raises(UnsupportedExpression, match="Gamma"):
        proof(family.cost(sp.Symbol("p")).certificate)
