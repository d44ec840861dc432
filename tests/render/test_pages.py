import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from dpproofs.coq import record
from dpproofs.kernel.derivation import Goal
from dpproofs.kernel.erratum import Erratum, Patch, Severity
from dpproofs.kernel.proposition import that
from dpproofs.kernel.verdict import Compared, Decision, Finding, Mutation, Numbers, Outcome
from dpproofs.render import html, latex, markdown, mathml
from dpproofs.render.book import render_all, to_html, to_latex, to_markdown
from dpproofs.render.content import page, ranked
from dpproofs.render.tables import tables
from dpproofs.render.tex import escape

HASH = re.compile(r"^% statement sha256:[0-9a-f]{64}$", re.MULTILINE)


def renderings(result):
    return to_latex(result), to_html([result]), to_markdown([result])


@pytest.mark.no_cover  # a claim at a time is rendered in the tests below
def test_every_registered_claim_renders(registered, registered_pages):
    assert registered
    for result, found in zip(registered, registered_pages, strict=True):
        text = latex.fragment(found)
        assert HASH.search(text)
        assert result.statement.id in text
        assert (r"\begin{proof}" in text) is bool(result.derivation.steps)
    assert len(markdown.document(registered_pages).split("\n## ")) == len(registered) + 1


@pytest.mark.no_cover
def test_every_formula_of_every_registered_claim_converts(registered, registered_pages):
    document = html.document(registered_pages, {}, tables(registered))
    ElementTree.fromstring(document.replace("<!DOCTYPE html>", ""))  # noqa: S314  # our own
    for result in registered:
        assert f'<article id="{result.statement.id}"' in document


def test_changing_a_goal_changes_every_format(right):
    on = right().derivation.steps[0].goal.domain
    x = on.variables[1].symbol
    other = Goal(that(x * 3) == x + 1, on)
    for before, after in zip(renderings(right()), renderings(right(other)), strict=True):
        assert before != after
        assert "3 x = x + 1" not in before
    assert "3 x = x + 1" in to_latex(right(other))


def test_a_display_of_its_own_still_shows_what_was_checked(right):
    assert "checked as" in to_html([right(latex="y+y")])
    assert "y+y" not in to_latex(right(latex="y+y"))  # nobody has said what y is


def alike(right, number):
    """A result whose derivation gives one reason so many times."""
    derivation = right().derivation
    step = replace(derivation.steps[0], method="rule", hints={"rule": "none of ours"})
    steps = tuple(replace(step, name=str(place + 1)) for place in range(number))
    found = right(findings=(Finding(Outcome.established, "it is so", None),) * number)
    return replace(found, derivation=replace(derivation, steps=steps))


@pytest.mark.parametrize(("steps", "told"), [(3, 3), (4, 1), (7, 1)])
def test_a_reason_that_many_steps_share_is_told_once(right, steps, told):
    _, html, text = renderings(alike(right, steps))
    listed = html[html.index("Every step, as it was checked") :]
    assert listed.count("Collect terms") == told
    assert text.count("ollect terms") == 1  # a proof on paper has no list of steps
    assert html.count('As in step <a href="#additive.example.1">1</a>') == steps - told


def test_the_statement_hash_follows_the_statement(right):
    def digest(result):
        return HASH.search(to_latex(result)).group()

    changed = replace(right().statement, item="Lemma 1")
    assert digest(right()) == digest(right(seconds=99.0))
    assert digest(right()) != digest(replace(right(), statement=changed))


def test_an_erratum_box_is_there_when_the_paper_is_wrong_and_only_then(right, wrong):
    for result, present in ((right(), False), (wrong(), True)):
        tex, html, text = renderings(result)
        assert (r"\begin{dperratum}" in tex) is present
        assert ('class="erratum"' in html) is present
        assert ("> **Erratum.**" in text) is present
        assert (r"\dperratumof{" in latex.book([page(result)], {})) is present


def test_a_refuted_claim_says_that_nothing_is_known_instead(wrong):
    for text in renderings(wrong(corrected=False)):
        assert "No true version of the statement is known to us." in text


def test_what_is_odd_about_a_result_is_shown(right):
    unknown = Finding(Outcome.unknown, "not decided")
    odd = right(
        decision=Decision.open,
        grade=None,
        findings=(unknown,),
        mutation=Mutation(2, 1, ("step 1: sign",)),
        digits=None,
    )
    undecided = (
        "neither proved nor refuted",
        '<span class="verdict open">open</span>',
        ": **open**",
    )
    for text, said in zip(renderings(odd), undecided, strict=True):
        assert "A mutant survives: step 1: sign." in text
        assert said in text
        assert "digits" not in text.replace("Agreement", "").replace("agreement to many digits", "")


def test_goals_without_a_step_are_shown(right):
    result = right()
    on = result.derivation.steps[0].goal.domain
    extra = Goal(that(on.variables[1].symbol) < 7, on)
    printed = (*result.statement.printed, extra)
    for text in renderings(replace(result, statement=replace(result.statement, printed=printed))):
        assert "x < 7" in text or "<mn>7</mn>" in text
    only = replace(result, statement=replace(result.statement, printed=(extra,)))
    assert "neither shown nor refuted" in to_latex(only)
    assert "neither shown nor refuted" in to_html([only])


def test_special_characters_are_escaped(right):
    tex, html, text = renderings(right())
    assert r"50 \% of" in tex
    assert r"\& $c$" in tex
    assert "&amp; <math" in html
    assert escape('a\\b{}$&#%_^~<>|"') == (
        r"a\textbackslash{}b\{\}\$\&\#\%\_\textasciicircum{}\textasciitilde{}"
        "$<$$>$$|$''"
    )
    assert escape("'so' it's") == "`so' it's"
    assert markdown.escape("*a*_b_") == r"\*a\*\_b\_"
    assert text


def test_the_same_results_give_the_same_bytes(registered):
    some = registered[:6]
    assert to_html(some) == to_html(some)
    assert [to_latex(r) for r in some] == [
        to_latex(replace(r, verdict=replace(r.verdict, seconds=1.5))) for r in some
    ]


class Resources(HTMLParser):
    """Collects what a browser would load."""

    def __init__(self):
        super().__init__()
        self.loaded = []

    def handle_starttag(self, tag, attrs):
        self.loaded += [
            (tag, name, value)
            for name, value in attrs
            if (
                name in ("src", "href", "xlink:href", "data", "srcset")
                and not value.startswith("#")
            )
            or tag in ("script", "link", "iframe", "img")
        ]


@pytest.mark.no_cover
def test_the_html_page_loads_nothing(right, wrong):
    document = to_html([right(), wrong()], figures=True)
    parser = Resources()
    parser.feed(document)
    assert parser.loaded == []
    assert "@import" not in document
    assert not re.search(r"url\((?!#)", document)


def test_ids_of_the_html_page_are_unique(right, wrong):
    document = to_html([right(), wrong()], figures=True)
    found = re.findall(r'\bid="([^"]+)"', document)
    assert len(found) == len(set(found))
    targets = re.findall(r'href="#([^"]+)"', document)
    assert set(targets) <= set(found)


def test_a_formula_that_cannot_be_converted_is_named():
    with pytest.raises(mathml.UnknownFormula, match="no MathML"):
        mathml.inline(r"\nosuchcommand{x}")
    with pytest.raises(mathml.UnknownFormula, match="no MathML"):
        mathml.inline(r"\left( x")


@pytest.mark.parametrize("latex", [r"\mathbb{E} X", r"\mathbb E X", r"\mathbb EX"])
def test_an_expectation_is_told_from_a_letter(latex):
    assert (
        mathml.inline(latex)
        == "<math><mi>\N{MATHEMATICAL DOUBLE-STRUCK CAPITAL E}</mi><mi>X</mi></math>"
    )


def test_a_long_formula_is_a_table_in_mathml():
    long = "+".join(["x"] * 20)
    assert mathml.block(f"{long}={long}").count("<mtr>") > 1


def test_dollars_inside_text_become_formulas():
    assert "<mtext>" in mathml.inline(r"\text{all $\delta$ small}")
    assert "$" not in mathml.inline(r"\text{all $\delta$ small}")


def test_mathml_is_short_and_holds_no_latex():
    assert mathml.inline(r"\left(\Delta\right)<\bigl\{2/x\bigr\}") == (
        '<math><mrow><mo form="prefix">(</mo><mi mathvariant="normal">\u0394</mi>'
        '<mo form="postfix">)</mo></mrow><mo>&lt;</mo>'
        '<mo stretchy="true" fence="true" minsize="1.2em" maxsize="1.2em">{</mo>'
        '<mn>2</mn><mo stretchy="false" lspace="0" rspace="0">/</mo><mi>x</mi>'
        '<mo stretchy="true" fence="true" minsize="1.2em" maxsize="1.2em">}</mo></math>'
    )


def test_rules_and_examples_are_told(registered):
    result = next(r for r in registered if r.statement.id == "staircase.thm3")
    for text in renderings(result):
        assert "stochastic order by periods" in text
        assert "Shaked" in text
    for text in renderings(result)[1:]:
        assert "The hypotheses are satisfied, for example, by" in text


def test_tables_are_read_off_the_established_goals(registered):
    found = tables(registered)
    optimal = {"additive.cor4.class", "additive.cor5.class"}
    if not found and not optimal & {r.statement.id for r in registered}:
        pytest.skip("the claims on optimal costs cannot be imported")
    assert [table.item for table in found] == ["Table 1", "Table 2"]
    assert r"\frac{\Delta}{\delta \sqrt{2 \pi}}" in found[0].rows[0][1]
    assert r"\frac{\Delta}{4 \delta}" in found[0].rows[1][1]
    undecided = [replace(r, verdict=replace(r.verdict, decision=Decision.open)) for r in registered]
    assert tables(undecided) == ()
    assert tables([r for r in registered if r.statement.id != "additive.tables"]) == ()


def test_rendering_writes_only_what_changed(right, wrong, tmp_path):
    results = [right(), wrong()]
    first = render_all(results, tmp_path, figures=False)
    names = {str(path.relative_to(tmp_path)) for path in first}
    assert names == {
        "additive/additive.example.tex", "staircase/staircase.wrong.tex", "book.tex",
        "dpbook.sty", "dpproofs.sty", "index.html", "references.bib",
    }  # fmt: skip
    times = {path: path.stat().st_mtime_ns for path in first}
    changed = tmp_path / "book.tex"
    changed.write_text("stale")
    assert render_all(results, tmp_path, figures=False) == first
    assert changed.read_text() != "stale"
    assert all(path.stat().st_mtime_ns == times[path] for path in first if path != changed)
    assert {path for path in tmp_path.rglob("*") if path.is_file()} == set(first)


def test_what_coq_has_checked_is_said_of_the_very_claim_and_certificate_only(right, monkeypatch):
    result = right(certificate={"digest": "sha256:1"})
    line = {"statement": page(result).digest, "certificate": "sha256:1"}
    known = {"claims": {result.statement.id: line}, "open": {}}
    monkeypatch.setattr(record, "record", lambda: known)
    assert all("checked by Coq as well." in text for text in renderings(result))
    line["trusts"] = ["Brunn and Minkowski"]
    trusting = "checked by Coq as well, given what it has not proved: Brunn and Minkowski."
    assert all(trusting in text for text in renderings(result))
    others = right(certificate={"digest": "sha256:2"}), right(certificate={})
    assert not any("checked by Coq" in text for other in others for text in renderings(other))
    line["statement"] = "sha256:0"
    assert not any("checked by Coq" in text for text in renderings(result))
    known["claims"] = {}
    assert not any("Coq" in text for text in renderings(result))


def test_the_page_says_why_coq_has_not_proved_a_claim(right, monkeypatch):
    result = right(certificate={"digest": "sha256:1"})
    digests = {"statement": page(result).digest, "certificate": "sha256:1"}
    line = digests | {"reason": "refused at step first_of_all"}
    known = {"claims": {}, "open": {result.statement.id: line}}
    monkeypatch.setattr(record, "record", lambda: known)
    said = "Coq has not proved it: the proof that was tried is refused at step first_of_all."
    assert page(result).tried_otherwise.startswith(said)
    for text in renderings(result):
        assert said in text.replace("\\_", "_")
    assert r"first\_of\_all" in renderings(result)[0]


def test_what_numbers_show_is_told(right):
    kinds = (
        Compared("relation", 2, fits=True, digits=50, slack=0.25),
        Compared("limit", 1, fits=True, digits=31, slack=None),
        Compared("cheaper", 1, fits=True, digits=None, slack=0.0),
    )
    said = page(right(numbers=Numbers(5, kinds))).evidence
    assert (
        "Goals evaluated at random points: 4 of 5 (relations to 50 digits with a relative " in said
    )
    assert "slack of at least 0.25; limits, extrapolated, to 31 digits; " in said
    assert said.endswith("costs of the examples, with equality somewhere).")


def test_a_chapter_ends_with_what_is_proved_in_words(right, tmp_path, monkeypatch):
    for module in ("book", "latex"):
        monkeypatch.setattr(f"dpproofs.render.{module}.in_words", lambda paper: f"of {paper}")
    written = render_all([right()], tmp_path, figures=False)
    assert tmp_path / "additive" / "words.tex" in written
    assert (tmp_path / "additive" / "words.tex").read_text() == "of additive"
    lines = (tmp_path / "book.tex").read_text().splitlines()
    place = lines.index(r"\input{additive/words.tex}")
    assert lines[place - 1].startswith((r"\input{additive/", r"\dprelated"))


def test_errata_are_ranked_and_say_what_they_change_and_how_lines_are_mended(wrong):
    known = Erratum(Severity.argument, "Nothing <here>.", (Patch("x^2 = x", r"x^2 = x\,x"),))
    result = replace(wrong(), statement=replace(wrong().statement, erratum=known))
    pages = [page(wrong()), page(result)]
    assert [told for told, _ in ranked(pages)] == [Severity.argument.told, "Not ranked"]
    assert ranked([]) == []
    _, html, text = renderings(result)
    assert "Nothing &lt;here&gt;." in html
    assert "<del>x^2 = x</del>" in html
    assert "> ```diff\n> - x^2 = x\n> + x^2 = x\\,x" in text
    book = latex.book(pages, {})
    assert book.index(Severity.argument.told) < book.index("Not ranked")
    assert r"\section*{" in book
