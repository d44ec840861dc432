"""Errata to be cited, the feed, and the claims that come up for a formula as people paste it."""

import json
import subprocess
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from website import errata

import dpproofs as dp
from dpproofs.stored import stored
from dpproofs.theorems.registry import formalised

HERE = Path(__file__).resolve().parent
STATIC = HERE.parents[1] / "tools" / "website" / "static"
ATOM = {"a": errata.ATOM}

#: Formulas as people paste them, and the claims of which one has to come first.
PASTED = {
    r"\frac{e^{\varepsilon/2}}{e^{\varepsilon}-1}\Delta": {"staircase.thm4.cost"},
    "Delta*exp(epsilon/2)/(exp(epsilon) - 1)": {"staircase.thm4.cost"},
    r"\gamma^{\star} = \frac{1}{1 + e^{\varepsilon / 2}}": {"staircase.thm4.gamma"},
    r"\gamma^* = - \dfrac{b}{1-b} + \dfrac{ ( b - 2 b^{2} + 2 b^{4} - b^{5} )^{1/3} }"
    r"{ 2^{1/3} (1-b)^{2} }": {"staircase.thm6.gamma"},
    "-b/(1 - b) + 2**Rational(2, 3)*(-b**5 + 2*b**4 - 2*b**2 + b)**Rational(1, 3)/(2*(1 - b)**2)": {
        "staircase.thm6.gamma"
    },
    r"$V_{\rm Lap} = \frac{2 \Delta^{2}}{\varepsilon^2}$": {"staircase.cor7.low", "staircase.eq52"},
    "Sum(b**k*k**2, (k, 0, oo)) = b*(b + 1)/(1 - b)**3": {"staircase.appC.277"},
    r"\sigma = \frac{\Delta}{2 \delta},\; \mathbb{E}\left|X\right| = \sigma": {"additive.sec5.amp"},
    "γ = exp(−ε)/2": {"staircase.heur.62", "staircase.heur.quality"},
    r"\lim_{b \rightarrow 1} \frac{c_{i+1}}{c_i c_0} = i+1": {"staircase.appE.336.powers"},
    r"\mathbb{E}|X| \geq n (1 - n \delta) \Delta": {"optimum.amplitude"},
    r"\tfrac{1-b}{1+b}\, b^{|i|}": {"staircase.thm11"},
    r"\frac9{16}\,(1-\delta)\,\Delta^2": {"additive.cor5"},
    r"\sup_a D(N(0,\sigma^2)\|N(a,\sigma^2)) = \frac{1}{2\sigma^2}": {"cactus.gauss"},
}
STRANGE = ("E = m c^2", "hello world", "constructor toString", "x", r"\frac", "{{{", "", "\\")


@pytest.fixture(scope="module")
def near(tmp_path_factory):
    """Finds the claims near formulas, as the page does."""
    driver = pytest.importorskip(
        "playwright._impl._driver", reason="needs Playwright's node: pip install 'dpproofs[test]'"
    )
    data = tmp_path_factory.mktemp("errata") / "formulas.js"
    found = errata.formulas(stored(formalised())[0])
    data.write_text(f"window.FORMULAS={json.dumps(found)}", "utf-8")

    def ask(*formulas):
        node = driver.compute_driver_executable()[0]
        command = [node, HERE / "nearest.js", STATIC, data, *formulas]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return ask


def test_a_formula_finds_its_claim_whatever_its_spelling(near):
    first = {formula: found[0][0] for formula, found in zip(PASTED, near(*PASTED), strict=True)}
    assert not {formula: name for formula, name in first.items() if name not in PASTED[formula]}


def test_what_looks_like_no_claim_finds_none(near):
    assert near(*STRANGE) == [[] for _ in STRANGE]


def test_another_formula_is_not_as_near_as_the_printed_one(near):
    printed, other = near(*(rf"\frac{{e^{{\epsilon/{n}}}}}{{e^\epsilon-1}}\Delta" for n in (2, 3)))
    assert printed[0][1] > other[0][1]


# -- pages and the feed ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shown(site):
    """The errata that the site has, by the names of their pages."""
    return [path.stem for path in sorted((site / "errata").glob("*.html"))]


def test_every_erratum_of_the_site_has_a_page_with_an_entry_to_cite(site, shown):
    known = {each.id for each in dp.errata()}
    claims = {path.stem for path in (site / "claims").glob("*.html")}
    assert set(shown) == known & claims
    assert shown
    for name in shown:
        text = (site / "errata" / f"{name}.html").read_text("utf-8")
        assert f"@misc{{dpproofs:{name}," in text
        assert f'href="../claims/{name}.html"' in text
        assert "Counterexample" in text


def test_the_feed_has_an_entry_for_every_page(site, shown):
    root = ET.parse(site / "errata.atom").getroot()  # noqa: S314  # made by ourselves
    found = root.findall("a:entry", ATOM)
    assert sorted(each.find("a:link", ATOM).get("href") for each in found) == [
        f"errata/{name}.html" for name in shown
    ]
    ids = [each.find("a:id", ATOM).text for each in found]
    assert f"tag:github.com,2026:dpproofs/errata/{shown[0]}" in ids
    assert len(set(ids)) == len(ids)
    for each in (root, *found):
        for tag in ("id", "title", "updated"):
            assert each.find(f"a:{tag}", ATOM).text


def test_errata_are_told_by_severity_and_filtered(site, shown, desk):
    page = desk.to((site / "errata.html").as_uri())
    rows = page.locator("#all-errata tbody tr")
    severities = rows.locator("td:first-child").all_inner_texts()
    assert len(severities) == len(shown)
    assert severities == sorted(severities)
    page.select_option("[name=severity]", "3")
    assert rows.locator("visible=true").count() == severities.count("3")
    assert desk.wrong == []


def test_a_pasted_formula_leads_to_its_erratum(site, desk):
    page = desk.to((site / "errata.html").as_uri())
    page.fill("[name=formula]", r"\mathbb{E}|X| = \sigma = \frac{\Delta}{2\delta}")
    page.locator("[data-near] li").first.get_by_text("its erratum").click()
    page.wait_for_url("**/errata/additive.sec5.amp.html")
    page = desk.to((site / "errata.html").as_uri())
    page.fill("[name=formula]", "no such thing")
    assert "says nothing about whether it is right" in page.locator("[data-near]").inner_text()
    assert desk.wrong == []


def test_with_an_address_of_the_site_entries_lead_there():
    class Claim:
        id, item, title, paper = "additive.cor4", "Corollary 4, (9)", (), "additive"

    entry = errata.Entry(Claim, "https://example.org/")
    assert r"\url{https://example.org/errata/additive.cor4.html}" in entry.bibtex()
