import copy
import json
import math
import os
import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest
from flint import arb

from dpproofs.optima import Grid, dual, solved
from dpproofs.optima.cactus.certificate import certificate
from dpproofs.optima.cactus.problem import Problem
from dpproofs.replaying.divergence import bounds, check, mean_cost, tail_cost
from dpproofs.replaying.reader import Rejected

F = Fraction


def certified(n, budget, *, last=None, r="9/10", cost=2.0, order=1.0, steps=None):
    solution = solved(Grid(n, last or 8 * n, float(F(r)), cost), float(F(budget)), order)
    everything = dual(float(F(budget)), cost, steps, order) if steps else None
    return certificate(solution, everything, r=F(r), budget=F(budget))


@pytest.fixture(scope="module")
def small():
    return certified(8, "1/4", steps=16)


def test_a_certificate_survives_json(small):
    proved = check(json.loads(json.dumps(small)))
    assert proved.upper - F(1, 10**8) < proved.lower < proved.upper
    assert proved.global_lower < proved.upper


@pytest.mark.parametrize(
    ("budget", "cost", "order"),
    [("1/20", 2.0, 1.0), ("2", 2.0, 1.0), ("1/2", 1.0, 1.0), ("1/2", 0.5, 1.0), ("1/2", 3.0, 1.0),
     ("1/2", 2.0, 2.0), ("40", 1.5, 1.0)],
)  # fmt: skip
def test_bounds_meet(budget, cost, order):
    n = 20 if F(budget) < 10 else 3
    reach = math.ceil(max(8, 8 * float(F(budget)) ** (1 / cost)))
    proved = check(certified(n, budget, last=reach * n, cost=cost, order=order, steps=2 * n))
    assert 0 <= proved.upper - proved.lower <= 1e-8 * proved.upper
    assert 0 < proved.upper - proved.global_lower < 0.05 * proved.upper


@pytest.mark.parametrize("order", [1, F(3, 2)])
def test_the_global_bound_holds_for_distributions_that_are_no_cactus(order):
    proved = check(certified(10, "1/2", steps=10, order=float(order)))
    sigma, a = math.sqrt(0.5), float(order)
    gaussian = 1.0 if a == 1 else (math.exp((a - 1) * a / (2 * sigma**2)) - 1) / (a - 1)
    assert float(proved.global_lower) < gaussian
    # Laplace noise of scale b: D(a) = a/b + e^(-a/b) - 1 at shift a = 1.
    scale = 0.5
    if a == 1:
        assert float(proved.global_lower) < 1 / scale + math.exp(-1 / scale) - 1


def test_global_brackets_shrink():
    widths = []
    for n in (10, 20, 40):
        proved = check(certified(n, "1/4", steps=n))
        widths.append(float((proved.upper - proved.global_lower) / proved.upper))
    assert widths[0] > 3 * widths[1] > 9 * widths[2]


@pytest.mark.no_cover
def test_the_bracket_at_half_the_size_of_figure_1():
    proved = check(certified(100, "1/4", steps=150))
    assert proved.upper - proved.lower <= F(1, 10**8)
    assert (proved.upper - proved.global_lower) / proved.upper <= F(1, 10**4)


@pytest.mark.parametrize(
    ("n", "variance", "steps"),
    [(100, "1/20", 300), (100, "1/4", 200), (200, "1/20", 400), (200, "1/4", 240), (50, "2", 100),
     (300, "2", 300), (500, "1/20", 500)],
)  # fmt: skip
def test_short_noise_is_bounded_on_more_points(monkeypatch, n, variance, steps):
    monkeypatch.setattr("dpproofs.optima.cactus.problem.dual", lambda *arguments: arguments)
    assert Problem.of(variance=variance, n=n).dual() == (float(F(variance)), 2.0, steps, 1.0)


@pytest.mark.sweep
@pytest.mark.no_cover
def test_the_bracket_for_the_shortest_noise_of_the_figures():
    problem = Problem.of(variance="1/20", n=100)
    proved = check(problem.certificate(problem.solution(), problem.dual()))
    assert (proved.upper - proved.global_lower) / proved.upper <= F(1, 10**4)


@pytest.mark.skipif("DPPROOFS_FULL_SIZE" not in os.environ, reason="takes half a minute")
@pytest.mark.parametrize("variance", ["1/20", "1/10", "1/4", "1/2", "1", "2"])
@pytest.mark.parametrize(("n", "width"), [(100, F(1, 10**4)), (200, F(3, 10**5))])
def test_the_brackets_of_all_variances_of_the_figures(n, width, variance):
    problem = Problem.of(variance=variance, n=n)
    proved = check(problem.certificate(problem.solution(), problem.dual()))
    assert (proved.upper - proved.global_lower) / proved.upper <= width
    if n == 100:
        low, high = bracket_on_the_page(variance)
        assert low <= proved.global_lower < proved.upper <= high


def bracket_on_the_page(variance):
    """The row of a variance in the table on Figure 2a, whose other columns follow from two."""
    page = (Path(__file__).parents[2] / "docs" / "cactus.md").read_text("utf-8")
    (row,) = (
        line for line in page.splitlines() if re.match(rf"\| {variance} \| \d\.\d{{5}} ", line)
    )
    low, high, normal, less, more, ratio = row.strip("| ").split(" | ")[1:]
    assert F(normal) == 1 / (2 * F(variance))
    assert (F(less), F(more)) == (F(normal) - F(high), F(normal) - F(low))
    least, most = map(F, ratio.split(" to "))
    assert least <= F(low) / F(normal) < F(high) / F(normal) <= most
    return F(low), F(high)


def test_the_table_on_figure_2a_closes():
    brackets = {
        F(variance): bracket_on_the_page(variance)
        for variance in ("1/20", "1/10", "1/4", "1/2", "1", "2")
    }
    above = [(1 / (2 * c) - high, 1 / (2 * c) - low) for c, (low, high) in brackets.items()]
    assert all(after[1] < before[0] for before, after in pairwise(above))
    ratios = [(2 * c * low, 2 * c * high) for c, (low, high) in brackets.items()]
    assert all(before[1] < after[0] for before, after in pairwise(ratios))


@pytest.mark.skipif("DPPROOFS_FULL_SIZE" not in os.environ, reason="takes seconds on a quiet core")
def test_the_bracket_at_the_size_of_figure_1():
    proved = check(certified(200, "1/4", steps=200))
    assert proved.upper - proved.lower <= F(1, 10**8)
    assert (proved.upper - proved.global_lower) / proved.upper <= F(3, 10**5)
    assert float(proved.upper) == pytest.approx(1.7272985, abs=1e-6)


# -- what does not prove its bounds ----------------------------------------------------------------


def sharper(text, factor):
    return str(F(text) * factor)


TAMPERINGS = {
    "upper": lambda d: d.update(upper=sharper(d["upper"], 1 - F(1, 10**12))),
    "lower": lambda d: d["lower"].update(bound=sharper(d["lower"]["bound"], 1 + F(1, 10**12))),
    "global": lambda d: d["global"].update(bound=sharper(d["global"]["bound"], 1 + F(1, 10**12))),
    "budget down": lambda d: d.update(budget=sharper(d["budget"], 1 - F(1, 10**6))),
    "budget up": lambda d: d.update(budget=sharper(d["budget"], 1 + F(1, 10**6))),
    "cost": lambda d: d.update(cost="3"),
    "order": lambda d: d.update(order="11/10"),
    "n": lambda d: d.update(n=7),
    "r": lambda d: d.update(r="99/100"),
    "steps": lambda d: d["global"].update(steps=17),
    "period": lambda d: d["global"].update(period=15),
    "tail": lambda d: d["global"].update(r="1/1000"),
}


@pytest.mark.parametrize("name", TAMPERINGS)
def test_a_changed_number_is_rejected(small, name):
    changed = copy.deepcopy(small)
    TAMPERINGS[name](changed)
    with pytest.raises(Rejected):
        check(changed)


@pytest.mark.parametrize(
    ("part", "key"),
    [("", "masses"), ("global", "masses"), ("lower", "price"), ("global", "price"),
     ("lower", "weights"), ("global", "weights")],
)  # fmt: skip
@pytest.mark.parametrize("factor", [0.5, 0.999, 1.001, 2.0])
def test_a_changed_mass_price_or_weight_is_rejected(small, part, key, factor):
    changed = copy.deepcopy(small)
    place = changed[part] if part else changed
    if key == "price":
        place[key] = (float.fromhex(place[key]) * factor).hex()
    else:
        names = range(12) if key == "masses" else place[key]  # masses far out are not seen
        name = max(names, key=lambda each: float.fromhex(place[key][each]))
        place[key][name] = (float.fromhex(place[key][name]) * factor).hex()
    with pytest.raises(Rejected):
        check(changed)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": "else"}, "not a certificate of kind 'cactus' and format 1"),
        ({"format": 2}, "not a certificate of kind"),
        ({"n": True}, "n is not an integer"),
        ({"n": "8"}, "n is not an integer"),
        ({"r": "1"}, r"r is not in \(0, 1"),
        ({"r": 0.9}, "r is not a rational number"),
        ({"budget": "0.25"}, "budget is not a rational number"),
        ({"budget": "-1/4"}, "budget is not positive"),
        ({"order": "1/2"}, r"order is not in \[1, 256\]"),
        ({"cost": "0"}, r"cost is not in \(0, 64\]"),
        ({"masses": ["0x1.0p+0"] * 9}, "masses is not a list of 10 to"),
        ({"masses": [1.0] * 80}, "masses has an entry that is no hexadecimal number"),
        ({"masses": ["-0x1.0p+0"] * 80}, "masses has an entry that is no hexadecimal number"),
        ({"masses": ["0x0.0p+0"] * 80}, "masses has an entry that is not positive"),
        ({"masses": ["inf"] * 80}, "masses has an entry that is no hexadecimal number"),
        ({"lower": []}, "lower is not an object"),
        ({"lower": {"weights": {}, "price": "0x1.0p+0"}}, "weights is not an object with entries"),
        ({"lower": {"weights": {"9": "0x1.0p-1"}}}, r"a shift that is not in \[1, 8\]"),
        ({"lower": {"weights": {"8": "0x1.1p+0"}}}, "the weights have a sum above 1"),
        ({"upper": "nan"}, "upper is not a rational number"),
    ],
)
def test_what_cannot_be_read_is_rejected_with_its_reason(small, change, message):
    with pytest.raises(Rejected, match=message):
        check({**small, **change})


def test_noise_that_breaks_its_budget_is_rejected(small):
    wide = [(float.fromhex(mass) + 1e-3).hex() for mass in small["masses"]]
    with pytest.raises(Rejected, match="not shown to keep the budget"):
        bounds({**small, "masses": wide})


def test_parts_may_be_left_out(small):
    alone = {key: value for key, value in small.items() if key not in ("lower", "global")}
    assert check(alone).lower is None
    assert check(alone).global_lower is None


@pytest.mark.parametrize("cost", [1, 2, 3, 7])
@pytest.mark.parametrize("ratio", [F(1, 2), F(9, 10), F(199, 200)])
def test_a_tail_of_whole_powers_costs_what_its_cells_do(cost, ratio):
    exact = tail_cost(3, 2, ratio, F(cost))
    cells, weight, total = 3, arb(1), arb(0)
    while weight > 1e-22:
        total += weight * mean_cost(cells, 2, F(cost))
        weight *= arb(ratio.numerator) / ratio.denominator
        cells += 1
    assert float(total / exact) == pytest.approx(1, abs=1e-12)
    other = tail_cost(3, 2, ratio, F(cost) + F(1, 10**9))  # summed cell by cell
    assert float(other / exact) == pytest.approx(1, abs=1e-6)
