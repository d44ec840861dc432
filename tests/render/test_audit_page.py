"""Pages on audits, from documents made by hand in every shape that the auditor writes."""

import math
import re
import sys
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.parameters import audit_parameters
from dpproofs.auditing.record import (
    AuditRecord,
    FieldRecord,
    HistogramRecord,
    SetRecord,
    WitnessRecord,
    from_json,
    to_json,
)
from dpproofs.auditing.report import together
from dpproofs.auditing.target import Computed
from dpproofs.commands.audit import command
from dpproofs.commands.audit_files import badge
from dpproofs.render.audit_page import audit_page
from dpproofs.render.charts import evidence, histograms, limits
from dpproofs.render.charts.frame import log_ticks
from dpproofs.render.numerals import at_least, at_most, between, exact, exponential, number, percent
from dpproofs.render.skeleton import text
from dpproofs.render.suite_page import KINDS, suite_page

HOSTILE = "<script>alert('1')</script> & \x1b[31m\x00\u202e \ud800 \"x\" %s"
CLAIM = {"epsilon": 1.0, "delta": 1e-6, "sensitivity": 1.0}
SVG = "{http://www.w3.org/2000/svg}"

HALF_LINE = {
    "kind": "half-line",
    "view": {"name": "output"},
    "intervals": [[1.5, None]],
    "without": [],
    "points": [],
    "text": "y >= 1.5",
}
UNION = HALF_LINE | {
    "kind": "union",
    "intervals": [[None, -0.5], [0.25 * 0.9, 0.3], [0.3, 0.5], [40.0, 50.0]],
    "points": [0.75, 1.25, 99.0],
    "text": "y < -0.5 or ...",
}
FRACTION = HALF_LINE | {"view": {"name": "fraction", "origin": 0.0, "period": 0.5}}
SCORE = HALF_LINE | {
    "view": {"name": "score", "centre": [0.0, 1.0], "scale": [1.0, 2.0], "weights": [1, 2, 3, 4]},
    "text": "score(y) >= 1.5",
}
LABELS = {"kind": "outputs", "outputs": [HOSTILE], "text": f"y in {{{HOSTILE}}}"}
SETS = {"half-line": HALF_LINE, "union": UNION, "frac": FRACTION, "score": SCORE, "labels": LABELS}


def witness(chosen=HALF_LINE, **changes):
    found = {
        "input": 1.0,
        "neighbour": 0.0,
        "set": chosen,
        "draws": 2000,
        "inside": 1200,
        "neighbour_inside": 100,
        "probability_low": 0.57123456,
        "probability_neighbour_high": 0.06654321,
        "delta_low": 0.39,
        "confidence": 0.9875,
    }
    return found | changes


HISTOGRAM = {"edges": [-1.0, 0.0, 1.0, 2.0], "here": [1, 2, 7], "there": [5, 4, 1]}
HISTORY = [[16, 0.0], [40, -0.3], [100, 2.0], [250, 1.0], [1000, 12.0]]


def document(**changes):
    found = {
        "target": "numpy:laplace",
        "library": "numpy",
        "version": "2.0",
        "arguments": {"scale": 0.8},
        "claim": CLAIM,
        "verdict": "violation",
        "grade": "statistical",
        "alpha": 0.05,
        "evidence": {"e_value": 1e5, "log_e_value": 12.0, "samples": 1000, "seconds": 0.25},
        "witness": witness(),
        "epsilon_low": 1.5,
        "delta_low": 0.39,
        "error": None,
        "interrupted": False,
        "seed": 0,
        "seeded": True,
        "reproduce": "dpproofs audit numpy:laplace --max-draws 1000 --arg 'scale=0.8'",
        "numbers": None,
        "parameters": None,
        "pictures": {"history": HISTORY, "histogram": HISTOGRAM},
    }
    return found | changes


NUMBERS = {
    "verdict": "violation",
    "claim": CLAIM,
    "alpha": 0.05,
    "evidence": {"e_value": 26.15, "samples": 111, "seconds": 0.1},
    "witness": {
        "input": 0.0,
        "neighbour": 1.0,
        "column": 2,
        "event": {"kind": "multiples", "text": "y is not a multiple of 2^-53"},
        "counts": {"input": 181, "neighbour": 0, "draws": 1000},
        "probability_low": 0.15,
        "probability_neighbour_high": 0.0037,
        "delta_low": 0.14,
    },
    "tried": [{"input": 0.0, "neighbour": 1.0, "samples": 111}],
    "granularity": -57,
    "repeats": 1,
    "seed": 0,
}
SHAKY = NUMBERS | {"witness": NUMBERS["witness"] | {"delta_low": -0.1, "column": None}}
NOT_APPLICABLE = NUMBERS | {
    "verdict": "not applicable",
    "evidence": {"e_value": 1.0, "samples": 0, "seconds": 0.0},
    "witness": None,
    "tried": [],
    "granularity": None,
    "repeats": None,
}


def point(outcome="violation", **changes):
    found = {
        "claim": {"epsilon": 20, "delta": 1e-9, "sensitivity": 1},
        "computed": {"family": "gaussian", "parameters": {"sigma": 0.3442083317691189}},
        "outcome": outcome,
        "measure": "delta",
        "ratio": 9.41,
        "true_delta": ["9.4123645118508749E-9", "9.4123645118508766E-9"],
        "true_epsilon": ["21.1", "21.3"],
    }
    return found | changes


def parameters(verdict="violation", **changes):
    found = {
        "target": "some:Gaussian, any claim",
        "audit": "parameters",
        "verdict": verdict,
        "grade": "enclosed",
        "claims": {
            "tried": 1200,
            "outcomes": {"holds": 900, "violation": 200, "odd": 1},
            "refused": {f"BadInput: {HOSTILE}": 99},
            "unreached": 3,
        },
        "worst": point(),
        "worst_usual": point(),
        "shortest": point(computed=None, ratio="inf", measure="epsilon"),
        "rounding": 1e-12,
        "costs": [
            {"claim": CLAIM, "power": 2, "reference": "truncated Laplace", "ratio": ["8.9", "9"]}
        ],
        "seconds": 1.0,
    }
    return found | changes


CALM = parameters(
    "no violation found",
    claims={"tried": 1, "outcomes": {"rounding": 1}, "refused": {}, "unreached": 0},
    worst=point("rounding"),
    worst_usual=None,
    shortest=None,
    rounding=0.0,
    costs=[],
)
WITHOUT_SAMPLER = {
    "target": "some:Gaussian",
    "claim": CLAIM,
    "verdict": "violation",
    "alpha": 0.05,
    "evidence": None,
    "witness": None,
    "epsilon_low": None,
    "seed": 0,
    "reproduce": "dpproofs audit some:Gaussian",
    "numbers": None,
    "parameters": None,
    "pictures": {},
}
SILENT = document(
    verdict="no violation found", witness=None, pictures={"history": HISTORY, "histogram": None}
)
NONE_FOUND = document(verdict="no violation found", witness=None)
FAILED = document(
    verdict="error",
    error=HOSTILE,
    witness=None,
    library=None,
    version=None,
    arguments={},
    seeded=False,
    pictures={"history": [], "histogram": None},
)
SHAPES = {
    "violation": document(),
    **{f"witness on a {name}": document(witness=witness(s)) for name, s in SETS.items()},
    "no violation": NONE_FOUND,
    "no histogram": SILENT,
    "error": FAILED,
    "error after a violation": document(error=HOSTILE, witness=None),
    "interrupted": SILENT | {"interrupted": True},
    "fresh numbers show nothing": WITHOUT_SAMPLER | {"numbers": SHAKY},
    "no history": document(pictures={"history": [], "histogram": HISTOGRAM}),
    "no bounds": document(epsilon_low=None, delta_low=None),
    "vectors": document(witness=witness(input=[1.5] * 200, neighbour="a")),
    "only numbers": WITHOUT_SAMPLER | {"numbers": NUMBERS},
    "numbers not applicable": WITHOUT_SAMPLER
    | {"verdict": "not applicable", "numbers": NOT_APPLICABLE},
    "only parameters": WITHOUT_SAMPLER | {"parameters": [parameters()]},
    "parameters twice": WITHOUT_SAMPLER | {"parameters": [CALM, parameters()]},
    "nothing decided": WITHOUT_SAMPLER | {"parameters": [parameters("unknown", worst=None)]},
    "all": document(numbers=NUMBERS, parameters=[CALM, parameters()]),
    "a verdict of the future": document(verdict="sleeping"),
}


def page_of(document):
    return audit_page(from_json(AuditRecord, document))


def field_page(document):
    return suite_page(from_json(FieldRecord, document))


def tree(page):
    """The page, which is well-formed; nothing in it runs or is loaded."""
    assert page.startswith("<!DOCTYPE html>")
    page.encode()
    root = ElementTree.fromstring(page.removeprefix("<!DOCTYPE html>"))  # noqa: S314  # our own
    for element in root.iter():
        assert element.tag.split("}")[-1] not in {"script", "link", "img", "iframe", "object"}
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert name != "src"
            assert name != "href" or value.startswith(("#", "https://", "http://"))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    return root


def words(page):
    """What is read on a page, without its markup."""
    return " ".join("".join(tree(page).find("body").itertext()).split())


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_every_shape_of_document_is_a_page_that_can_be_read_without_seeing_it(shape):
    root = tree(page_of(shape))
    for picture in root.iter(f"{SVG}svg"):
        assert picture.get("role") == "img"
        names = picture.get("aria-labelledby").split()
        texts = {e.get("id"): e.text for e in picture if e.tag in {f"{SVG}title", f"{SVG}desc"}}
        assert set(names) == set(texts)
        assert all(texts.values())
    code = [element for element in root.iter() if element.tag.endswith("pre")]
    assert all(element.get("tabindex") == "0" for element in code)  # scrolled by the keyboard
    body = words(page_of(shape))
    assert shape["target"] in body
    assert shape["reproduce"] in body
    assert "None" not in body
    assert "nan" not in body.lower()


@pytest.mark.parametrize("key", ["target", "library", "version", "error", "verdict", "reproduce"])
def test_words_of_strangers_stay_words(key):
    page = page_of(document(**{key: HOSTILE}))
    body = words(page)
    assert "<script>alert('1')</script> &" in body
    assert r"\u{1b}[31m\u{0}\u{202e}" in body
    assert not set("\x1b\x00\u202e\ud800") & set(page)


def test_strangers_in_arguments_inputs_and_sets_stay_words():
    page = page_of(document(arguments={HOSTILE: HOSTILE}, witness=witness(LABELS, input=HOSTILE)))
    assert words(page).count("alert('1')") + words(page).count("alert(\\'1\\')") >= 4


def test_a_verdict_says_what_it_means_and_what_it_does_not():
    assert "with probability 5 % at most" in words(page_of(document()))
    assert "This proves nothing" in words(page_of(NONE_FOUND))
    assert "nothing for or against the claim" in words(page_of(FAILED))
    assert "before it was interrupted" in words(page_of(SILENT | {"interrupted": True}))
    assert "Whether it adds that noise is another question" in words(
        page_of(WITHOUT_SAMPLER | {"parameters": [CALM]})
    )


def test_an_error_is_shown_once():
    assert words(page_of(FAILED)).count("alert") == 1
    assert words(page_of(document(error=HOSTILE))).count("alert") == 1


def test_the_witness_is_shown_with_counts_and_limits_rounded_outwards():
    body = words(page_of(document()))
    assert "1,200 of 2,000" in body
    assert "100 of 2,000" in body
    assert "≥ 0.571234" in body
    assert "≤ 0.0665433" in body
    assert "confidence 98.75 %" in body


def test_fresh_draws_that_show_nothing_are_said_to_show_nothing():
    body = words(page_of(document(witness=witness(delta_low=0.0))))
    assert "do not exclude the claim" in body
    assert "do not exclude the claim" not in words(page_of(document()))


def test_the_other_audits_show_what_they_found():
    body = words(page_of(SHAPES["all"]))
    assert "y is not a multiple of 2^-53" in body
    assert "coordinate 2" in body
    assert "181 of 1,000" in body
    assert "gaussian(sigma = 0.3442083317691189)" in body
    assert "9.41236 × 10⁻⁹" in body
    assert "∞ times what is claimed" in body
    assert "the claim holds but for rounding" in body
    assert body.count("The worst with ε") == 0  # it is the worst of all


# -- the pictures ---------------------------------------------------------------------------------


def drawn(figure, kind):
    """The places of what is called so in a picture: of each piece its points."""
    pieces = (
        re.fullmatch(rf"\w+-{kind}(-\d+)?", group.get("id", ""))
        and [
            [tuple(map(float, pair)) for pair in re.findall(r"([-\d.]+) ([-\d.]+)", path.get("d"))]
            for path in group.findall(f"{SVG}path")
        ]
        for group in ElementTree.fromstring(figure).iter(f"{SVG}g")  # noqa: S314  # our own
    )
    return [piece for found in pieces for piece in found or ()]


def span(piece):
    """From where to where it goes from left to right."""
    across = [x for x, _ in piece]
    return min(across), max(across)


def width(piece):
    start, end = span(piece)
    return end - start


def histogram(chosen=None, data=HISTOGRAM, seen="y"):
    chosen = chosen and from_json(SetRecord, chosen)
    return histograms("h", from_json(HistogramRecord, data), seen, ("x", "x'"), chosen)


def test_histograms_are_densities():
    uneven = {"edges": [0.0, 1.0, 3.0], "here": [5, 5], "there": [0, 10]}
    (piece,) = drawn(histogram(data=uneven), "here")
    first, second = sorted({252 - y for _, y in piece if y < 252 - 1e-6}, reverse=True)
    assert first == pytest.approx(2 * second, abs=0.2)


def test_the_witness_set_is_shaded_where_it_is():
    (band,) = drawn(histogram(HALF_LINE), "set")
    start, end = span(band)
    assert start == pytest.approx(78 + (604 - 78) * 2.5 / 3, abs=0.01)
    assert end == pytest.approx(604, abs=0.01)


def test_a_union_is_shaded_in_all_its_parts_and_single_values_are_seen():
    bands = drawn(histogram(UNION), "set")
    assert len(bands) == len(drawn(histogram(UNION), "strip")) == 4
    assert min(map(width, bands)) >= 2.5 - 1e-5


def test_a_set_outside_the_picture_is_told():
    far = HALF_LINE | {"intervals": [[40.0, None]]}
    assert not drawn(histogram(far), "set")
    assert histogram(far).count("outside the picture") == 2


def test_large_numbers_are_shown_from_their_beginning():
    start = 2.0**60
    data = {
        "edges": [start, start, start + 256, start + 512],
        "here": [1, 2, 3],
        "there": [4, 5, 6],
    }
    page = histogram(HALF_LINE | {"intervals": [], "points": [start]}, data)
    assert "y − 1152921504606846976" in page
    assert ">400<" in page
    assert len(drawn(page, "set")) == 1
    assert "6 draws at x and 15 at x" in page


def test_bins_without_width_are_joined():
    trailing = {"edges": [0.0, 1.0, 1.0], "here": [1, 2], "there": [3, 4]}
    assert "3 draws at x and 7 at x" in histogram(data=trailing)
    leading = {"edges": [0.0, 0.0, 1.0], "here": [1, 2], "there": [3, 4]}
    assert "3 draws at x and 7 at x" in histogram(data=leading)
    assert "too close" in histogram(data={"edges": [1.0, 1.0], "here": [2], "there": [2]})


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ({"name": "fraction", "origin": 0.0, "period": 0.5}, "frac((y − 0)/0.5)"),
        ({"name": "residue", "modulus": 60}, "y mod 60"),
        ({"name": "coordinate", "index": 1}, "y[1]"),
        ({"name": "min"}, "min(y)"),
        ({"name": "output"}, ">y<"),
        ({"name": HOSTILE}, "&lt;script"),
    ],
)
def test_the_axis_says_what_is_looked_at(name, shown):
    assert shown in page_of(document(witness=witness(HALF_LINE | {"view": name})))


def test_the_evidence_shows_the_level_and_the_highest_value():
    page = evidence("e", HISTORY, 0.05)
    root = ElementTree.fromstring(page)  # noqa: S314  # our own
    (top,) = (g for g in root.iter(f"{SVG}g") if g.get("id") == "e-top")
    assert float(top.find(f".//{SVG}use").get("x")) == pytest.approx(604)
    assert len(drawn(page, "goal")) == 1
    assert "1/α = 20" in page
    assert "highest: 163,000 after 1,000 pairs" in page


def test_the_running_maximum_never_falls():
    (record,) = drawn(evidence("e", HISTORY, 0.05), "record")
    heights = [y for _, y in record]
    assert len(set(heights)) == 3
    assert heights == sorted(heights, reverse=True)  # downwards, as pictures count


def test_a_long_history_becomes_a_short_line():
    history = [[k, math.sin(k / 100)] for k in range(1, 100_000)]
    page = evidence("e", [*history, [100_000, math.inf]], 0.05)
    assert len(page) < 40_000
    assert "100,000 pairs" not in page


def test_too_short_a_history_is_told_in_words():
    for history in ([], [[16, 0.0]], [[16, 0.0], [16, 1.0]]):
        assert "too few rounds" in evidence("e", history, 0.05)


def test_limits_stand_beside_what_the_claim_allows():
    page = limits("l", from_json(WitnessRecord, witness()), 1.0, 1e-6, ("x", "x'"))
    (allowed,), (here,) = drawn(page, "allowed"), drawn(page, "here")
    share = width(allowed) / width(here)
    assert share == pytest.approx((math.e * 0.06654321 + 1e-6) / 0.6, abs=1e-3)
    first, second = drawn(page, "limit")
    assert span(first)[0] - 8 == pytest.approx(width(here) * 0.57123456 / 0.6, abs=1e-3)
    assert span(second)[0] - 8 == pytest.approx(width(here) * 0.06654321 / 0.6, abs=1e-3)
    assert "e^1 × the upper limit + 10⁻⁶" in page


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3.1, 4.5), (1e-9, 3e-9), (0, 4096)])
def test_ticks_are_few_round_and_inside(low, high):
    page = histogram(data={"edges": [low, (low + high) / 2, high], "here": [1, 2], "there": [2, 1]})
    root = ElementTree.fromstring(page)  # noqa: S314  # our own
    for kind in ("xtick", "ytick"):
        groups = [g for g in root.iter(f"{SVG}g") if re.match(f"h-{kind}_", g.get("id", ""))]
        assert 2 <= len(groups) <= 7
        for group in groups:
            (written,) = (t.text for t in group.iter(f"{SVG}text"))
            digits = written.split(" × ")[0].replace(",", "").lstrip("−").strip("0.")
            assert len(digits.replace(".", "")) <= 4


@pytest.mark.parametrize("edges", [[0.0, 1e-290, 2e-290], [-1e300, 0.0, 1e300]])
def test_what_no_picture_can_hold_is_told_in_words(edges):
    data = {"edges": edges, "here": [1, 2], "there": [2, 1]}
    assert histogram(data=data).startswith("<p>The draws are too close to each other, or too far")


def test_a_picture_has_the_colours_and_letters_of_its_page():
    page = histogram(HALF_LINE)
    assert "var(--here, #1f5f8b)" in page
    bare = re.sub(r"var\(--\w+, #\w+\)", "", page)
    assert set(re.findall(r"(?:fill|stroke): (#\w+)", bare)) <= set()
    assert "font-family" not in page


def test_words_on_an_axis_are_no_formula():
    page = histogram(seen=f"$x$ 中 {HOSTILE}")
    assert "$x$ 中 &lt;script" in page


def test_without_matplotlib_a_picture_is_told_in_words(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    page = histogram(HALF_LINE)
    assert "<svg" not in page
    assert "pip install &#39;dpproofs[figures]&#39;" in page
    assert "Densities of y from 10 draws at x" in page
    tree(page_of(document()))


@pytest.mark.parametrize(("low", "high"), [(-0.2, 1.4), (0, 9), (-40, 300)])
def test_ticks_of_logarithms_are_few_and_inside(low, high):
    ticks = log_ticks(low, high)
    assert 2 <= len(ticks) <= 10
    assert all(low <= tick <= high for tick in ticks)


# -- words and numbers ----------------------------------------------------------------------------


def test_numbers_are_written_for_people():
    assert number(12500) == "12,500"
    assert number("1E-400") == "10⁻⁴⁰⁰"
    assert number(-6.3315e-10) == "−6.3315 × 10⁻¹⁰"
    assert [number(math.inf), number(-math.inf), number(math.nan)] == ["∞", "−∞", "not a number"]
    assert at_least(0.99999999) == "≥ 0.999999"
    assert at_most("1.0000001") == "≤ 1.00001"
    assert between("1.0", "1.00000001") == "1"
    assert between(1, 2) == "1 to 2"
    assert [percent(0.05), percent(0.99375), percent(1)] == ["5 %", "99.375 %", "100 %"]
    assert exponential(1e5) == "2.8 × 10⁴³⁴²⁹"
    assert exponential(math.log(9.999e20)) == "10²¹"
    assert [exponential(math.inf), exponential(-math.inf)] == ["∞", "0"]
    assert len(exact([0.5] * 1000)) < 250
    assert text("a\tb") == "a b"


def test_the_verdict_that_matters_most_stands_for_all():
    assert together(["no violation found", "violation", "error"]) == "violation"
    assert together(["no violation found", "error"]) == "error"
    assert together(["unknown", "no violation found"]) == "no violation found"
    assert together(["not applicable"]) == "not applicable"
    assert together([]) == "not run"


# -- the report of the field ----------------------------------------------------------------------


def entry(**changes):
    found = {
        "library": "somelib",
        "version": "1.2",
        "mechanism": "Gaussian",
        "claims": "(epsilon, delta)-privacy",
        "kind": next(iter(KINDS)),
        "verdict": "violation",
        "audits": {"sampler": [], "numbers": [], "parameters": []},
        "upstream": [],
        "reproduce": ["dpproofs audit somelib:Gaussian --of all"],
    }
    return found | changes


def alone(shape):
    """The audit of the sampler, without the others."""
    return {key: value for key, value in shape.items() if key not in ("numbers", "parameters")}


FIELD = {
    "dpproofs": "0.1",
    "date": "2030-01-31",
    "libraries": {"somelib": "1.2"},
    "alpha": 0.05,
    "entries": [
        entry(
            audits={
                "sampler": [*map(alone, (document(), SILENT | {"pictures": None}, FAILED))],
                "numbers": [NUMBERS],
                "parameters": [CALM, parameters()],
            },
            worst={"claim": CLAIM, "text": "delta is 9.4 times what is claimed"},
            witness="y >= 1.5 at 1 and 0",
            second_way="by quadrature: the same ten digits",
            source={"title": "its documentation", "url": "https://example.org/?a&b"},
            upstream=[{"title": HOSTILE, "url": "javascript:alert(1)"}, {"title": "t", "url": ""}],
            note="read with care",
        ),
        entry(kind="something else", verdict="no violation found"),
        entry(mechanism=HOSTILE, library="", reproduce=[]),
    ],
    "skipped": [{"library": "somelib", "mechanism": "Odd", "reason": HOSTILE}],
}


def test_the_report_of_the_field_shows_every_entry():
    page = field_page(FIELD)
    body = words(page)
    for expected in (
        "somelib 1.2",
        "delta is 9.4 times what is claimed",
        "by quadrature: the same ten digits",
        "y >= 1.5 at 1 and 0",
        "read with care",
        "not that we know",
        "not run",
        "1 mechanism",
        "Not audited",
        "0.2 expected at most, among the 4 on this page",
    ):
        assert expected in body
    links = [a.get("href") for a in tree(page).iter("a")]
    assert links[:3] == [
        "#somelib-gaussian",
        "#somelib-gaussian.2",
        "#script-alert-1-script-31m-x-s",
    ]
    assert links[3:] == ["https://example.org/?a&b"]


def test_a_field_without_extras_is_a_page_too():
    plain = {key: FIELD[key] for key in ("dpproofs", "date", "libraries")}
    body = words(field_page(plain | {"entries": []}))
    assert "2030-01-31" in body
    assert "False alarms" not in body
    assert "Not audited" not in body


def test_the_report_of_the_field_shows_calibrations():
    asked = {"name": "somelib 1", "date": "2030-01-30", "claims": 5, "refused": 1}
    place = {"claim": CLAIM, "text": "delta is 633 times what is claimed"}
    short = asked | {"too_little": 4, "clearly": 3, "worst": place}
    enough = asked | {"name": "otherlib 2", "too_little": 0, "clearly": 0}
    body = words(field_page(FIELD | {"calibrations": [short, enough]}))
    for expected in ("Calibrations", "somelib 1", "otherlib 2", "2030-01-30", place["text"]):
        assert expected in body
    assert "Calibrations" not in words(field_page(FIELD))


def test_pages_depend_on_nothing_but_the_document():
    assert page_of(document()) == page_of(document())
    assert field_page(FIELD) == field_page(FIELD)


# -- what the auditor writes ----------------------------------------------------------------------


def test_the_auditor_writes_documents_of_this_shape(tmp_path):
    path = tmp_path / "page.html"
    line = "numpy:laplace --arg scale=0.4 --epsilon 1 --sensitivity 1 --seconds 20"
    subjects = ["--of", "sampler", "--of", "numbers", "--report", str(path)]
    done = CliRunner().invoke(command, [*line.split(), *subjects], standalone_mode=False)
    assert done.return_value == 1
    page = path.read_text("utf-8")
    body = words(page)
    assert "Sampler: violation" in body
    assert "Numbers: violation" in body
    assert len([*tree(page).iter(f"{SVG}svg")]) == 3


def test_the_audit_of_the_parameters_writes_reports_of_this_shape():
    noise, claim = Computed("gaussian", {"sigma": 1.0}), PrivacyClaim(1.0, 1e-6, 1.0)
    report = audit_parameters(noise, claims=[claim], name="mine").to_json()
    body = words(page_of(WITHOUT_SAMPLER | {"parameters": [report]}))
    assert "Parameters: violation" in body
    assert "gaussian(sigma = 1.0)" in body


def test_a_claim_of_another_kind_is_shown_as_it_was_made():
    claim = PrivacyClaim(rho=0.5)
    stated = document(claim=to_json(claim))
    broken = stated | {"broken": {"epsilon": 0.5, "delta": 0.25, "sensitivity": 1.0}}
    shown = words(page_of(broken))
    assert "rho 0.5, sensitivity 1, and every pair (ε, δ) that follows from it" in shown
    assert "ε = 0.5, δ = 0.25, which follow from the claim by Bun & Steinke, 2016" in shown
    divergence = {
        "input": 0.0,
        "neighbour": 1.0,
        "order": 2.0,
        "claimed": 1.0,
        "low": 1.25,
        "draws": 4000,
        "confidence": 0.975,
    }
    shown = words(page_of(stated | {"witness": None, "divergence": divergence}))
    assert "the Renyi divergence of order 2 between the outputs at 0.0 and 1.0 is ≥ 1.25" in shown
    assert "by 4,000 fresh draws each; claimed: 1 at most" in shown
    plain = words(page_of(document()))
    assert "follow from" not in plain
    assert "divergence" not in plain
    assert badge(from_json(AuditRecord, broken))["message"] == "violation at rho 0.5"
    assert badge(from_json(AuditRecord, document()))["message"] == "violation at ε = 1, δ = 1e-06"
