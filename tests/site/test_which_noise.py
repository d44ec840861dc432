"""What the page "Which noise?" says is what the package says."""

import json
import random
import subprocess
from pathlib import Path

import pytest
from website import noise

import dpproofs as dp

HERE = Path(__file__).resolve().parent
STATIC = HERE.parents[1] / "tools" / "website" / "static"
USUAL = {
    "claim": "epsilon", "values": "real", "epsilon": 1, "delta": 0, "rho": 0.5, "mu": 1,
    "sensitivity": 1, "rounds": 1, "p": 1, "dimension": 3, "norm": "l2",
}  # fmt: skip
OWN = "Optimal noise"
QUESTIONS = [
    {}, {"p": 2}, {"delta": 0.01}, {"delta": 1e-6, "p": 2, "epsilon": 0.3, "sensitivity": 2.5},
    {"delta": 0.6, "p": 2}, {"epsilon": 0, "delta": 0.1}, {"epsilon": 4.3, "delta": 1e-9},
    {"rounds": 10, "delta": 1e-5}, {"values": "integer", "sensitivity": 3, "p": 2},
    {"values": "integer", "delta": 0.01, "sensitivity": 3}, {"values": "integer", "delta": 0.001},
    {"claim": "rho"}, {"claim": "mu", "rounds": 4, "p": 2},
    {"claim": "rho", "values": "integer", "sensitivity": 2},
    {"values": "vector"}, {"values": "vector", "norm": "l1", "p": 2, "epsilon": 3},
]  # fmt: skip


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    """Asks the page; a table of one's own may be given."""
    driver = pytest.importorskip(
        "playwright._impl._driver", reason="needs Playwright's node: pip install 'dpproofs[test]'"
    )
    file = tmp_path_factory.mktemp("noise") / "table.json"

    def asked(questions, table=None):
        file.write_text(json.dumps(table or noise.data()), "utf-8")
        whole = json.dumps([USUAL | question for question in questions])
        command = [driver.compute_driver_executable()[0], HERE / "which_noise.js", STATIC, file]
        done = subprocess.run([*command, whole], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return asked


# -- known noise ----------------------------------------------------------------------------------


def test_the_code_makes_noise_that_costs_what_is_shown(ask):
    checked = 0
    for question, answer in zip(QUESTIONS, ask(QUESTIONS), strict=True):
        asked = USUAL | question
        for name, cost, code in answer["kinds"]:
            if name == OWN:
                continue
            made = eval(code, {"dp": dp})  # noqa: S307  # the page's own text
            if name == "Gaussian, rounded":
                assert cost >= made.expected_cost(asked["p"])
            else:
                assert cost == pytest.approx(float(made.expected_cost(asked["p"])), rel=1e-8), code
            checked += 1
    assert checked > 40


def test_many_rounds_keep_what_was_promised_for_all(ask):
    (answer,) = ask([{"rounds": 10, "delta": 1e-5}])
    codes = {name: code for name, _, code in answer["kinds"]}
    for name in ("Gaussian", "Laplace"):
        total = dp.compose(eval(codes[name], {"dp": dp}), 10)  # noqa: S307
        assert total.epsilon(1e-5)[0] <= 1.0001
    assert answer["lower"] == 0


@pytest.mark.parametrize("p", [1, 2])
def test_vectors_at_delta_0_cost_the_least(ask, p):
    (answer,) = ask([{"values": "vector", "p": p}])
    best = dp.VectorStaircase(1, dimension=3, cost=p).expected_cost(p)
    assert answer["lower"] == pytest.approx(best, rel=1e-8)


def test_opendp_prescribes_the_scale_that_the_page_computes(ask):
    opendp = pytest.importorskip("opendp.prelude", reason="OpenDP is not installed")
    opendp.enable_features("contrib")
    space = opendp.atom_domain(T=float, nan=False), opendp.absolute_distance(T=float)

    def suffices(scale):
        made = opendp.c.make_zCDP_to_approxDP(opendp.m.make_gaussian(*space, scale=scale))
        return opendp.c.make_fix_delta(made, 1e-5).map(1.0)[0] <= 1

    (answer,) = ask([{"delta": 1e-5, "p": 2}])
    drawn = dict(answer["libraries"])["opendp-gaussian"]
    assert drawn == pytest.approx(opendp.binary_search(suffices, T=float) ** 2, rel=1e-5)


# -- the least cost -------------------------------------------------------------------------------


def places(count, seed):
    """Random questions about noise on the line."""
    chosen = random.Random(seed)  # noqa: S311
    for _ in range(count):
        epsilon, delta = 0.03 * 200 ** chosen.random(), 1e-9 * 3e8 ** chosen.random()
        yield {
            "epsilon": float(f"{epsilon:.4g}"), "delta": float(f"{delta:.3g}"),
            "p": chosen.choice((1, 2)), "sensitivity": chosen.choice((1, 3)),
        }  # fmt: skip


def disagreements(ask, questions, table=None):
    """The questions at which the page and `dp.optimum` exclude each other."""
    wrong = []
    for asked, answer in zip(questions, ask(questions, table), strict=True):
        numbers = (str(asked[name]) for name in ("epsilon", "delta", "sensitivity", "p"))
        best = dp.optimum(*numbers, gap="0.01")
        if not answer["lower"] <= best.upper or not answer["kinds"][0][1] >= best.lower:
            wrong.append(asked)
    return wrong


def test_the_page_agrees_with_the_optimum_at_some_places(ask):
    assert disagreements(ask, list(places(4, seed=1))) == []


@pytest.mark.sweep
def test_the_page_agrees_with_the_optimum_at_a_hundred_places(ask):
    assert disagreements(ask, list(places(100, seed=0))) == []


def test_a_table_that_says_too_much_is_noticed(ask):
    table = noise.data()
    cell = table["least"]["1"][0][noise.DELTAS.index("0.01")]
    asked = [{"epsilon": 1, "delta": 0.01, "p": 1, "sensitivity": 1}]
    assert disagreements(ask, asked, table) == []
    cell[0] *= 1.02
    assert disagreements(ask, asked, table) == asked


def test_brackets_are_narrow_and_the_page_says_how_wide_it_is_between(ask):
    cells = [cell for rows in noise.data()["least"].values() for row in rows for cell in row]
    assert all(0 < lower <= upper <= 1.0102 * lower for lower, upper in cells)
    questions = [
        asked
        for asked in places(200, seed=2)
        if 0.2 < asked["epsilon"] < 4 and asked["delta"] < 0.2
    ]
    for asked, answer in zip(questions, ask(questions), strict=True):
        assert answer["lower"] <= answer["kinds"][0][1] < 1.35 * answer["lower"], asked
        assert "does not say which noise is best" not in answer["why"]


def test_where_the_table_is_coarse_the_page_says_that_it_does_not_decide(ask):
    questions = [
        {"epsilon": 4.52, "delta": 0.0076, "p": 2}, {"epsilon": 2.24, "delta": 0.628, "p": 2},
        {"epsilon": 0.14, "delta": 0.135, "p": 2},
    ]  # fmt: skip
    for asked, answer in zip(questions, ask(questions), strict=True):
        assert answer["kinds"][0][1] > 1.35 * answer["lower"] > 0, asked
        assert "does not say which noise is best" in answer["why"]
        assert "dpproofs optimum --epsilon" in answer["why"]


def test_noise_on_the_integers_is_above_its_lower_bound(ask):
    questions = [
        {"values": "integer", "epsilon": e, "delta": d, "sensitivity": s, "p": p}
        for e in (0.5, 1, 3) for d in (1e-6, 0.01) for s in (1, 4) for p in (1, 2)
    ]  # fmt: skip
    close = 0
    for asked, answer in zip(questions, ask(questions), strict=True):
        assert answer["lower"] <= answer["kinds"][0][1], asked
        close += answer["kinds"][0][1] < 1.1 * answer["lower"]
    assert close > len(questions) / 2


def test_where_nothing_is_proved_the_page_says_so(ask):
    questions = [
        {"epsilon": 9, "delta": 1e-3}, {"claim": "rho"}, {"claim": "mu"}, {"rounds": 2},
        {"values": "vector", "delta": 1e-3},
    ]  # fmt: skip
    for answer in ask(questions):
        assert answer["lower"] == 0
        assert "o lower bound is" in answer["why"] or "a lower bound is proved at" in answer["why"]


# -- the page -------------------------------------------------------------------------------------


def test_the_page_answers_and_complains(site, desk):
    page = desk.to((site / "which-noise.html").as_uri() + "?epsilon=2&cost=2")
    told = page.locator("[data-told=best]")
    assert page.input_value("[name=epsilon]") == "2"
    before = told.inner_text()
    page.fill("[name=delta]", "0")
    assert told.inner_text() != before
    assert "best of all noise" in told.inner_text()
    assert "dp.Staircase(epsilon=2" in page.locator("[data-told=code]").inner_text()
    page.fill("[name=epsilon]", "-1")
    assert 'epsilon is "-1"; it has to be' in page.locator("[data-wrong]").inner_text()
    assert not told.is_visible()
    page.select_option("[name=claim]", "rho")
    assert "not known" in told.inner_text()
    assert not page.locator("[name=epsilon]").is_visible()
    assert desk.wrong == []
