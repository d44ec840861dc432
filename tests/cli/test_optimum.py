import json
import math
import re
from fractions import Fraction

import mpmath as mp
import pytest

from dpproofs import Laplace, Staircase, staircase_optimum
from dpproofs.commands import optimum_bracket
from dpproofs.mechanisms.formulas.enclosure import Enclosure
from dpproofs.optima.bracket.search import bracket
from dpproofs.render.figures.densities import densities

KEYS = {
    *("epsilon", "delta", "sensitivity", "cost", "lower", "upper"),
    *("lower_exact", "upper_exact", "gamma", "mechanisms", "seconds"),
}


def test_json_has_the_bounds_as_floats_and_as_fractions(run):
    result = run("optimum", "--epsilon", 1, "--cost", 2, "--sensitivity", 3, "--json")
    assert result.exit_code == 0
    assert result.stderr == ""
    found = json.loads(result.stdout)
    assert set(found) == KEYS
    asked = (found["epsilon"], found["delta"], found["sensitivity"], found["cost"])
    assert asked == (1, 0, 3, 2)
    with mp.workdps(40):
        b = mp.exp(-1)
        least = 9 * (mp.cbrt(b**2 * (1 + b) ** 2 / 4) + b) / (1 - b) ** 2
        best = (mp.cbrt(b * (1 + b) / 2) - b) / (1 - b)
        for ends, exact in ((found, least), (found["gamma"], best)):
            lower, upper = Fraction(ends["lower_exact"]), Fraction(ends["upper_exact"])
            assert mp.mpf(lower.numerator) / lower.denominator < exact
            assert mp.mpf(upper.numerator) / upper.denominator > exact
            assert Fraction(ends["lower"]) <= lower < upper <= Fraction(ends["upper"])
            assert upper - lower <= lower / 10**15
    assert [each["name"] for each in found["mechanisms"]] == [
        "Staircase",
        "Laplace",
        "Staircase, gamma for p = 1",
        "Staircase, gamma = exp(-epsilon)/2",
    ]
    for each in found["mechanisms"]:
        ratio = each["cost"] / found["upper"] - 1
        assert each["excess"] == pytest.approx(ratio, rel=1e-9, abs=1e-14)


def test_a_decimal_is_itself_and_not_the_nearest_double(run):
    result = run("optimum", "--epsilon", "0.1", "--digits", 60, "--json")
    exact = staircase_optimum("1/10", digits=60)
    found = json.loads(result.stdout)
    assert Fraction(found["lower_exact"]) == exact.least_cost.lower
    assert Fraction(found["gamma"]["upper_exact"]) == exact.gamma.upper


def test_digits_are_a_gap_and_a_gap_is_digits(run):
    options = ("--epsilon", 1, "--delta", "1/2", "--json")
    found = json.loads(run("optimum", *options, "--digits", 2).stdout)
    asked = json.loads(run("optimum", *options, "--gap", "1e-2").stdout)
    assert {**found, "seconds": 0} == {**asked, "seconds": 0}
    assert found["gap"] <= 1e-2
    for gap, digits in (("1e-30", 30), ("3e-30", 30), ("1e-2", 15)):
        pure = json.loads(run("optimum", "--epsilon", 1, "--gap", gap, "--json").stdout)
        exact = staircase_optimum(1, digits=digits).least_cost
        assert Fraction(pure["lower_exact"]) == exact.lower


def test_what_no_double_can_hold_is_null(run):
    found = json.loads(run("optimum", "--epsilon", "1e-8", "--cost", 50, "--json").stdout)
    assert found["upper"] is None
    assert 0 < found["lower"] < math.inf
    assert found["mechanisms"][1]["cost"] is None
    assert found["mechanisms"][1]["excess"] == pytest.approx(1e-16 / 24)
    assert len(found["upper_exact"]) > 450


def test_bounds_and_mechanisms_are_shown(run):
    lines = run("optimum", "--epsilon", 1).stdout.splitlines()
    assert lines[:5] == [
        "Least E|X| of noise X that is 1-private for sensitivity 1:",
        "  at least  0.95951737566747185",
        "  at most   0.95951737566747186",
        "The staircase has it, with gamma from 0.37754066879814543 to",
        "0.37754066879814544; no noise costs less.",
    ]
    assert lines[6].split() == ["mechanism", "E|X|", "above", "the", "least", "by"]
    assert [line.split("  ")[0] for line in lines[7:9]] == ["Staircase", "Laplace"]
    assert lines[8].endswith(" 4.22 %")
    assert len(lines) == 11


def test_numbers_full_of_zeros_are_powers_of_ten(run):
    lines = run("optimum", "--epsilon", "1e-30", "--cost", 1000).stdout.splitlines()
    assert lines[1] == "  at least  4.0238726007709377e+32567"
    assert lines[7].split()[1:] == ["4.023872601e+32567", "0", "%"]
    assert max(map(len, lines)) < 80


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("0.5", "0.5"),
        ("1000000000000000", "1000000000000000"),
        ("1e16", "1e+16"),
        ("12345678901234567891", "12345678901234567891"),
        ("1e-15", "0.000000000000001"),
        ("1.25e-16", "1.25e-16"),
        ("0", "0"),
    ],
)
def test_an_end_is_written_exactly_and_shortly(value, written):
    exact = Fraction(value)
    assert Enclosure(exact, exact).decimals == (written, written)
    assert Fraction(written) == exact


def test_densities_are_drawn(run, tmp_path):
    for name, start in (("a.svg", b"<?xml"), ("b.pdf", b"%PDF"), ("c.svg", b"<?xml")):
        options = ("--epsilon", int(name == "a.svg"), "--delta", "0.3", "--gap", "0.1")
        options += ("--threshold", "1/2") if name == "c.svg" else ()
        assert run("optimum", *options, "--plot", tmp_path / name).exit_code == 0
        assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize("sensitivity", [1, 2])
def test_the_density_of_a_formula_is_drawn_at_its_height(run, tmp_path, sensitivity):
    path = tmp_path / "a.svg"
    asked = ("--epsilon", "0.5", "--sensitivity", sensitivity, "--cost", 2)
    assert run("optimum", *asked, "--plot", path).exit_code == 0
    laplace = Laplace(0.5, sensitivity)
    for cost in (1, 2):
        noises = {
            "optimal: a staircase": Staircase(0.5, sensitivity, cost=cost),
            "Laplace": laplace,
        }
        assert (path.read_bytes() == densities(noises, "").render("svg")) == (cost == 2)


def test_a_picture_that_there_is_not_loses_no_answer(run, tmp_path, is_one_error):
    certificate = ("--certificate", tmp_path / "a.json")
    for asked, words in (
        (("--epsilon", 0, "--delta", "1e-9", *certificate), "not a list of cells"),
        (("--epsilon", "1e5", "--sensitivity", "1e-300"), "density = inf"),
        (("--epsilon", "1e-30", "--sensitivity", "1e300"), "density = nan"),
    ):
        ended = run("optimum", *asked, "--plot", tmp_path / "a.svg")
        assert ended.exit_code == 2
        assert is_one_error(ended.stderr), ended.stderr
        assert words in ended.stderr
        assert ended.stdout.startswith("Least E|X| of noise X that is ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.json"]


BRACKET_KEYS = (KEYS - {"gamma"}) | {"gap", "n"}


def test_a_bracket_for_any_delta_and_a_certificate_that_replay_accepts(run, tmp_path):
    path = tmp_path / "noise.json"
    options = ("--epsilon", 1, "--delta", "0.05", "--gap", "0.01", "--certificate", path)
    result = run("optimum", *options, "--json")
    assert result.exit_code == 0
    assert result.stderr == ""
    found = json.loads(result.stdout)
    assert set(found) == BRACKET_KEYS
    lower, upper = Fraction(found["lower_exact"]), Fraction(found["upper_exact"])
    assert Fraction(found["lower"]) <= lower < upper <= Fraction(found["upper"])
    assert upper - lower <= upper / 100
    assert found["mechanisms"][0]["name"] == "Optimal noise"
    for each in found["mechanisms"]:
        assert each["excess"] <= each["cost"] / found["lower"] - 1 <= each["excess_most"] * 1.001
    document = json.loads(path.read_text("utf-8"))
    assert document["lower"]["bound"] == found["lower_exact"]
    replayed = run("replay", path)
    assert replayed.exit_code == 0
    assert "accepted  bracket(epsilon=1, delta=1/20, cost=1)" in replayed.stdout
    masses = document["upper"]["masses"].split()
    masses[2] = str(int(masses[2]) + 1)
    document["upper"]["masses"] = " ".join(masses)
    path.write_text(json.dumps(document), "utf-8")
    replayed = run("replay", path)
    assert replayed.exit_code == 1
    assert "digest" in replayed.stdout


def test_a_bracket_is_shown_with_what_known_mechanisms_waste(run):
    options = ("--epsilon", "0", "--delta", "0.3", "--sensitivity", 2, "--gap", "0.01")
    lines = run("optimum", *options).stdout.splitlines()
    assert lines[0] == "Least E|X| of noise X that is (0, 0.3)-private for sensitivity 2:"
    assert [line.split()[:2] for line in lines[1:3]] == [["at", "least"], ["at", "most"]]
    assert lines[4].endswith("cells in a sensitivity.")
    assert lines[6].split() == ["mechanism", "E|X|", "above", "by", "at", "least", "at", "most"]
    names = [line.split("  ")[0] for line in lines[7:]]
    assert names == ["Optimal noise", "Uniform with an atom", "Gaussian", "Staircase", "Laplace"]


def test_a_known_mechanism_below_the_upper_end_is_pointed_out(run):
    options = ("--epsilon", 3, "--delta", "1e-6", "--gap", "0.02")
    lines = run("optimum", *options).stdout.splitlines()
    assert lines[-1].startswith("Staircase costs less than the noise that was found: the least")
    assert "not by the certificate" in lines[-1]
    found = json.loads(run("optimum", *options, "--json").stdout)
    cheaper = {each["name"]: each["cheaper"] for each in found["mechanisms"]}
    assert cheaper == {name: name.startswith("Staircase") for name in cheaper}
    itself, *others = found["mechanisms"]
    assert itself["name"] == "Optimal noise"
    for each in others:
        assert each["cheaper"] == (each["cost"] < found["upper"])
    assert others[0]["excess"] == 0


def test_a_gap_that_was_not_reached_is_said(capsys):
    found = bracket(1, "1/2", gap="1/10")
    for gap, said in (("1/10", False), ("1e-7", True)):
        optimum_bracket.show(found, (), gap)
        assert (f"; {gap} was asked for" in capsys.readouterr().out) == said


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "--epsilon"),
        (["--epsilon", "0"], "epsilon = '0', but should be a number in [1e-30, 1e5]"),
        (["--epsilon", "one"], "epsilon = 'one'"),
        (["--epsilon", "inf"], "epsilon = 'inf'"),
        (["--epsilon", "1", "--delta", "1"], "delta = '1', but should be a number in [1e-300, 1)"),
        (["--epsilon", "0", "--delta", "0"], "epsilon = '0'"),
        (["--epsilon", "0", "--delta", "1e-301"], "delta = '1e-301'"),
        (["--epsilon", "1e-31", "--delta", "1e-3"], "epsilon = '1e-31'"),
        (["--epsilon", "0", "--threshold", "1"], "epsilon = '0'"),
        (["--epsilon", "1", "--threshold", "1e-3"], "at least sensitivity/128"),
        (["--epsilon", "1", "--delta", "1e-20", "--threshold", "99"], "Laplace noise ends"),
        (
            ["--epsilon", "257", "--delta", "1e-6"],
            "epsilon = '257', but should be a number in [0, 256]",
        ),
        (["--epsilon", "1", "--delta", ".1", "--seconds", "0"], "--seconds"),
        (["--epsilon", "1", "--delta", "0.1", "--gap", "0"], "gap = '0'"),
        (["--epsilon", "1", "--certificate", "x.json"], "left out for delta = 0"),
        (["--epsilon", "1", "--delta", ".1", "--certificate", "no/such/x.json"], "no/such"),
        (["--epsilon", "1", "--delta", ".1", "--plot", "x.png"], "x.png"),
        (["--epsilon", "1", "--plot", "x.png"], "x.png"),
        (["--epsilon", "1", "--delta", "-1"], "delta = '-1'"),
        (["--epsilon", "1", "--cost", "0"], "cost = '0'"),
        (["--epsilon", "1", "--sensitivity", "-2"], "sensitivity = '-2'"),
        (["--epsilon", "1", "--digits", "0"], "1<=x<=1000"),
        (["--epsilon", "1", "--digits", "5", "--gap", "1e-3"], "gap = '1e-3'"),
        (["--epsilon", "1", "--gap", "0"], "gap = '0'"),
        (["--epsilon", "1", "--delta", ".1", "--digits", "8"], "an integer from 1 to 7"),
        (["--epsilon", "1", "--delta", ".1", "--digits", "3", "--gap", ".1"], "beside digits"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run, arguments, expected, is_one_error):
    result = run("optimum", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert is_one_error(result.stderr), result.stderr
    assert expected in result.stderr


def test_a_threshold_has_a_bracket_and_a_certificate(run, tmp_path):
    path = tmp_path / "bracket.json"
    options = ("--epsilon", 1, "--delta", "0.05", "--threshold", "1", "--gap", "1e-3")
    found = json.loads(run("optimum", *options, "--json", "--certificate", path).stdout)
    assert found["threshold"] == 1
    assert "cost" not in found
    assert found["lower"] <= found["upper"] <= found["lower"] * 1.001
    assert {"Tulap", "Uniform"} <= {each["name"] for each in found["mechanisms"]}
    assert run("replay", path).exit_code == 0


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (("--delta", "0.1", "--cost", 2), "--cost"),
        (("--delta", "0.1", "--sweep", "a.csv"), "--sweep"),
    ],
)
def test_a_threshold_stands_alone(run, options, named):
    result = run("optimum", "--epsilon", 1, "--threshold", 1, *options)
    assert result.exit_code == 2
    assert named in result.stderr


@pytest.mark.sweep
@pytest.mark.parametrize(
    "options",
    [
        ("--epsilon", 0, "--delta", "1e-9"),
        ("--epsilon", 0, "--delta", "1e-6", "--threshold", 1),
        ("--epsilon", 20, "--delta", "1e-6", "--cost", 2),
        ("--epsilon", 1, "--threshold", 1),
        ("--epsilon", "1e-6", "--delta", "1e-20"),
    ],
)
def test_what_no_program_is_fit_for_has_a_bracket_and_a_certificate(run, tmp_path, options):
    path = tmp_path / "bracket.json"
    result = run("optimum", *options, "--certificate", path)
    assert result.exit_code == 0
    assert result.stdout.startswith("Least ")
    assert run("replay", path).exit_code == 0


def test_when_the_time_has_passed_the_best_so_far_is_the_answer(run, monkeypatch):
    monkeypatch.setattr(optimum_bracket, "PATIENCE", 0.0)
    options = ("--epsilon", 3, "--delta", "1e-6", "--seconds", "0.01")
    result = run("optimum", *options)
    assert result.exit_code == 0
    assert result.stdout.startswith("Least E|X| of noise X that is ")
    said = "the gap 1e-4 was not reached within 0.01 s; --seconds gives it longer"
    assert result.stdout.splitlines()[-1] == said
    assert re.match(r"after \d+ s: gap ", result.stderr)
    assert "was not reached" not in run("optimum", "--epsilon", 0, "--delta", "0.5").stdout
