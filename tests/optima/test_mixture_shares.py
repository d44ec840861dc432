"""What mixtures of Gaussians close of the Gaussian's gap, as the benchmark has it."""

import csv
from fractions import Fraction

from benchmarks.optimum import mixtures
from dpproofs.mechanisms.formulas.enclosure import Enclosure


def wide(lower, upper):
    return Enclosure(Fraction(lower), Fraction(upper))


def test_the_share_holds_for_all_costs_inside():
    least = wide("0.9", "1.1")
    for mixed in (wide("1.2", "1.3"), wide("2.1", "2.2"), wide("1.9", "2.1")):
        gaussian = wide("1.9", "2.1") if mixed.lower != Fraction("2.1") else wide("1.9", "2")
        share = mixtures.closed(gaussian, mixed, least)
        for g in (gaussian.lower, gaussian.upper):
            for m in (mixed.lower, mixed.upper):
                for v in (least.lower, least.upper):
                    assert (g - m) / (g - v) in share


def test_no_mixture_is_the_cheapest_known_noise_on_the_grid():
    with mixtures.COSTS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 200
    for row in rows:
        others = min(float(row[f"{name} most"]) for name in ("Staircase", "Tulap"))
        for name in ("Multi-Gaussian", "Quasi-Gaussian"):
            assert float(row[f"{name} least"]) > others


def test_shares_are_what_the_guide_says():
    multi, quasi = (mixtures.shares(f"{kind}-Gaussian") for kind in ("Multi", "Quasi"))
    better = {cell: max(multi[cell].lower, quasi[cell].lower) for cell in multi}
    assert 0.93 < better["2", ".01", "2"] < 0.94
    assert 0.725 > better["5", ".005", "1"] > 0.72
    assert max(multi["5", delta, "1"].upper for delta in mixtures.DELTAS) < 0.73
    assert better["1", ".1", "1"] < 0 < better["2", ".5", "1"] < 0.04
    assert all(0 <= each.upper - each.lower < 0.005 for each in multi.values() if each.lower > 0)
