"""What an interpreter and a notebook show of an object is short and says what it is."""

import inspect
from html.parser import HTMLParser

import pytest
import sympy as sp

import dpproofs as dp
from dpproofs.kernel.domain import index, nth_root
from dpproofs.testing import check_sampler

x, s = sp.symbols("x s", positive=True)


@pytest.fixture(scope="module")
def box():
    """Uniform noise."""
    inside = dp.Piece(1 / (2 * s), 0, s)
    return dp.Family("box", x=x, domain=dp.Domain((dp.positive(s),)), pieces=[inside])


SHOWN = {
    "claim": (lambda _: dp.claim("additive.lem2"), "<Claim additive.lem2: no atoms off"),
    "found": (lambda _: dp.claim("additive.lem2").found, "<Stored additive.lem2: holds, proved>"),
    "statement": (lambda _: dp.claim("additive.lem2").statement, "<Statement additive.lem2"),
    "verdict": (lambda _: dp.verify("additive.lem2"), "<Verdict additive.lem2: holds, proved; "),
    "claims": (lambda _: dp.claims("additive", pattern="*.lem2"), "<Claim additive.lem2: no atoms"),
    "erratum": (lambda _: dp.errata("additive")[0], "<Erratum additive.thm3.min (Theorem 3)"),
    "family": (lambda box: box, "<Family box(s): 1 pieces, 0 atoms>"),
    "domain": (lambda box: box.domain, "Domain(s in (0, oo))"),
    "derived": (lambda box: box.cost(2), "<Derived box.cost_2: s**2/3>"),
    "minimised": (lambda box: box.minimise(s, (x - 1) ** 2), "<Minimised box.cost.least_s: 1/4>"),
    "expanded": (lambda box: box.cost(2).expansion(s), "<Expanded box.cost_2.expansion"),
    "reprint": (
        lambda _: dp.claim("staircase.thm4.cost").with_printed(sp.Integer(1)),
        "<Reprint of staircase.thm4.cost: 1>",
    ),
    "comparison": (lambda _: dp.compare([dp.Laplace(1)], epsilons=[1]), "noise    E|X|  std"),
    "optimum": (lambda _: dp.optimum(1), "<Optimum at epsilon 1, delta 0, sensitivity 1: 0.95"),
    "staircase optimum": (
        lambda _: dp.staircase_optimum(1),
        "<StaircaseOptimum at epsilon 1, sensitivity 1, cost 1: 0.9595173757 with gamma 0.3775",
    ),
    "vector optimum": (lambda _: dp.vector_optimum(1, dimension=2), "<VectorOptimum at epsilon 1"),
    "selection": (
        lambda _: dp.ExponentialMechanism(1).over(list(range(1000))),
        "<Selection among 1000 outcomes: epsilon 1, delta 0>",
    ),
    "ball": (lambda _: dp.KNorm(1, dimension=2).norm, "<Ball of l2>"),
    "noise": (lambda _: dp.Laplace(1), "Laplace(epsilon=1.0, sensitivity=1.0)"),
    "audit": (
        lambda _: dp.audit(dp.Laplace(1), epsilon=1, sensitivity=1, max_draws=100, seed=0),
        "<SamplerReport Laplace: ",
    ),
    "composition": (
        lambda _: dp.compose(dp.Laplace(0.1), count=10),
        "Composition(rounds=(Round(mechanism=Laplace",
    ),
    "privacy claim": (lambda _: dp.PrivacyClaim(rho=0.5), "PrivacyClaim(rho=0.5, "),
    "suite": (
        lambda _: check_sampler(dp.Laplace(1), checks=["law_keeps_the_claim"]),
        "<SuiteReport Laplace: 1 checks, 0 failed, alpha",
    ),
    "report": (lambda _: dp.replay(dp.verify("additive.lem2").certificate), "Report(accepted=True"),
}


@pytest.mark.parametrize("name", SHOWN)
def test_a_repr_is_short_and_says_what_it_is(name, box):
    make, start = SHOWN[name]
    shown = repr(make(box))
    assert shown.startswith(start)
    assert max(map(len, shown.splitlines())) < 240


def test_variables_are_shown_as_they_range():
    n, r = sp.symbols("n r")
    assert repr(dp.between(n, 0, 1, "(]")) == "n in (0, 1]"
    assert repr(index(n, 1)) == "n in integers [1, oo)"
    assert repr(nth_root(r, 3, n / 2, sp.Integer(0), sp.oo)) == "r = (n/2)^(1/3)"
    found = dp.Domain((dp.real(n), dp.between(r, n, sp.oo)))
    assert repr(found) == "Domain(n in (-oo, oo), r in (n, oo))"


def test_what_has_no_closed_form_says_so(box):
    assert repr(dp.Derived("box.odd", box.domain, None)) == "<Derived box.odd: no closed form>"


class Cells(HTMLParser):
    """Collects what is read."""

    def __init__(self):
        super().__init__()
        self.words = []

    def handle_data(self, data):
        self.words.append(data)


TOLD = {
    "audit": "claim epsilon",
    "claim": "additive.lem2",
    "verdict": "proved",
    "erratum": "additive.thm3",
    "comparison": "E|X|",
    "optimum": "E|X|",
    "staircase optimum": "[0.377540668798",
    "vector optimum": "least cost",
    "composition": "Laplace(epsilon=0.1",
    "privacy claim": "PrivacyClaim(rho=0.5",
    "suite": "law_keeps_the_claim",
    "derived": "7 of 7 twins rejected",
    "minimised": "box.cost.least_s",
    "expanded": "the power series in s",
    "selection": "0.3935",
    "report": "trusts",
    "claims": "additive.lem2",
}
#: The public functions, and what stands above for what each returns; None where that is a text or a
#: variable. One erratum is shown as errata are.
RETURNED = {
    "audit": "audit", "claim": "claim", "claims": "claims", "compare": "comparison",
    "compose": "composition", "derive_integral": "derived", "derive_limit": "derived",
    "derive_sum": "derived", "errata": "erratum", "optimum": "optimum", "replay": "report",
    "staircase_optimum": "staircase optimum", "vector_optimum": "vector optimum",
    "verify": "verdict", "derive": None, "between": None, "integer": None, "positive": None,
    "real": None,
}  # fmt: skip


@pytest.mark.parametrize("name", TOLD)
def test_a_notebook_shows_it_as_a_table(name, box):
    shown = SHOWN[name][0](box)._repr_html_()
    read = Cells()
    read.feed(shown)
    assert TOLD[name] in " ".join(read.words)
    assert shown.count("<table") == 1


def test_every_result_of_a_public_function_is_shown():
    assert {name for name in dp.__all__ if inspect.isfunction(getattr(dp, name))} == set(RETURNED)
    assert {found for found in RETURNED.values() if found} <= set(TOLD)


def test_what_a_notebook_shows_is_escaped():
    table = dp.compare({"<b>": dp.Laplace(1)}, epsilons=[1])._repr_html_()
    assert "<td>&lt;b&gt;</td>" in table
    assert table.count("<th ") == 4


def test_a_claim_in_a_notebook_has_its_formulas_as_mathml():
    shown = dp.claim("additive.sec5.gain")._repr_html_()
    assert [shown.count(word) for word in ("<th ", ">corrected</th>", "</math>")] == [2, 1, 2]
