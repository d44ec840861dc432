import inspect
import json
import math
from fractions import Fraction

import pytest
from click.shell_completion import ShellComplete

import dpproofs as dp
from dpproofs.cli import main
from dpproofs.commands.noise import _constructors, _kind, _offered, mechanisms
from dpproofs.kernel.errors import DpproofsError
from dpproofs.mechanisms import all_mechanisms, integer_mechanisms


def test_the_profile_is_the_mechanisms_own(run):
    result = run("profile", "staircase", "epsilon=1", "cost=2", "--epsilon", "0,0.5", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    noise = dp.Staircase(epsilon=1, cost=2)
    assert found["mechanism"] == "Staircase"
    assert found["parameters"]["gamma"] == noise.gamma
    assert [point["epsilon"] for point in found["profile"]] == [0, 0.5]
    for point in found["profile"]:
        lower, upper = map(float, point["enclosure"])
        assert lower <= upper
        assert point["delta"] == pytest.approx(lower, rel=1e-13)
    assert [point["delta"] for point in found["profile"]] == list(noise.privacy_profile([0, 0.5]))


def test_a_fraction_is_the_nearest_double(run):
    tenth, same = (
        run("profile", "laplace", f"epsilon={text}", "--epsilon", f"{text},1/3", "--json").stdout
        for text in ("0.1", "1/10")
    )
    assert tenth == same
    assert json.loads(same)["profile"][1]["epsilon"] == 1 / 3


def test_the_table_has_a_row_for_each_epsilon(run):
    lines = run("profile", "laplace", "epsilon=1", "--epsilon", 0, "--epsilon", "inf").stdout
    title, heading, at_zero, at_infinity = lines.splitlines()
    assert title == "Laplace(epsilon = 1, sensitivity = 1)"
    assert heading.split() == ["epsilon", "delta", "enclosed", "in"]
    _, delta, lower, upper = at_zero.split()
    assert float(delta) == pytest.approx(1 - math.exp(-0.5), rel=1e-14)
    assert (lower, upper) == ("[0.39346934028736657,", "0.39346934028736658]")
    assert at_infinity.split() == ["inf", "0", "-"]


def test_infinity_in_json_is_null(run):
    found = json.loads(run("profile", "laplace", "epsilon=1", "--epsilon", "inf", "--json").stdout)
    assert found["profile"] == [{"epsilon": None, "delta": 0, "enclosure": None}]


@pytest.mark.parametrize(
    ("mechanism", "parameters"),
    [
        ("laplace", ["epsilon=3"]),
        ("gaussian", ["epsilon=1", "delta=1e-5", "sensitivity=2"]),
        ("geometric", ["epsilon=0.3"]),
        ("discrete-gaussian", ["sigma=2"]),
        ("discrete-staircase", ["epsilon=1", "sensitivity=3"]),
        ("skellam", ["mu=4", "sensitivity=2"]),
        ("truncated-geometric", ["epsilon=1", "delta=1e-6"]),
        ("randomized-response", ["epsilon=1", "categories=4"]),
        ("staircase", ["epsilon=2", "sensitivity=3"]),
        ("truncated-laplace", ["epsilon=1", "delta=1e-6"]),
        ("uniform-with-atom", ["delta=0.9", "sensitivity=7"]),
    ],
)
def test_two_ways_to_the_profile_agree(run, mechanism, parameters):
    arguments = ("profile", mechanism, *parameters, "--epsilon", "0,0.25,1,4", "--json")
    for point in json.loads(run(*arguments).stdout)["profile"]:
        lower, upper = map(Fraction, point["enclosure"])
        assert lower <= upper <= lower * (1 + Fraction(1, 10**15))
        assert point["delta"] == pytest.approx(float(lower), rel=1e-12, abs=1e-16)


@pytest.mark.parametrize(
    ("arguments", "same"),
    [
        (["gaussian", "sigma=2"], dp.Gaussian.of_sigma(2)),
        (["gaussian", "mu=1/2"], dp.Gaussian.of_mu(0.5)),
        (["laplace", "rho=0.5", "sensitivity=2"], dp.Laplace.of_rho(0.5, 2)),
        (["truncated-laplace", "scale=3", "bound=9"], dp.TruncatedLaplace.from_bounds(3, 9)),
        (["randomized-response", "rho=.1", "categories=4"],
         dp.RandomizedResponse.of_rho(0.1, categories=4)),
        (["k-norm", "epsilon=1", "dimension=3", "norm=l1"], dp.KNorm(1, dimension=3, norm="l1")),
    ],
)  # fmt: skip
def test_whatever_makes_the_noise_makes_it_here(run, arguments, same):
    found = json.loads(run("profile", *arguments, "--epsilon", "0.5", "--json").stdout)
    assert found["mechanism"] == type(same).__name__
    assert found["profile"][0]["delta"] == float(same.privacy_profile(0.5))


def test_a_shell_completes_mechanisms_and_their_parameters():
    complete = ShellComplete(main, {}, "dpproofs", "_DPPROOFS_COMPLETE")

    def offered(words, begun):
        return {item.value for item in complete.get_completions(words, begun)}

    assert offered(["profile"], "discrete") == {"discrete-gaussian", "discrete-staircase"}
    assert offered(["compose", "gaussian"], "s") == {"sigma=", "sensitivity="}
    assert offered(["profile", "nothing"], "s") == set()


def test_what_is_known_exactly_is_said_to_be(run):
    row = run("profile", "laplace", "epsilon=3", "--epsilon", "3").stdout.splitlines()[-1]
    assert row.split() == ["3", "0", "exactly", "0"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("discrete-gausian", "nearest: discrete-gaussian"),
        ("normal", "nearest: gaussian"),
        ("trunclaplace", "nearest: truncated-laplace"),
        ("Stair", "nearest: staircase"),
        ("qwerty", "vector-staircase\n"),
    ],
)
def test_the_nearest_names_are_told(run, written, meant):
    result = run("profile", written, "sigma=2")
    assert result.exit_code == 2
    assert meant in result.stderr


def test_the_nearest_parameter_is_told(run):
    told = run("profile", "gaussian", "sgma=1").stderr
    assert told.endswith("; nearest: sigma\n")
    assert "nearest" not in run("profile", "gaussian", "qwerty=1").stderr


GIVEN = {"epsilon": 1, "delta": 0.1, "bend": 0.5, "sigma": 1, "scale": 1, "bound": 3,
         "dimension": 2, "categories": 2, "rho": 0.5, "mu": 1}  # fmt: skip
SOUGHT = {"cactus", "schroedinger", "optimal-noise"}  # each takes seconds


@pytest.mark.parametrize("name", sorted({*mechanisms()} - SOUGHT))
def test_every_way_that_is_offered_makes_noise_and_no_other_does(name):
    kind = _kind(name)
    own = inspect.signature(kind).parameters
    needed = {"delta", "bend"} if "bend" in own else {"dimension"} & own.keys()
    for make, signature in _constructors(kind):
        parameters = signature.parameters
        known = signature in _offered(kind)
        optional = {"epsilon", *needed} if known else {"epsilon", "delta", "bend"}
        wanted = {
            each: GIVEN[each]
            for each in GIVEN.keys() & parameters.keys()
            if each in optional or parameters[each].default is inspect.Parameter.empty
        }
        if known:
            assert make(**wanted)
        elif wanted.keys() != {"mu"}:  # a parameter of that name is the variance
            with pytest.raises(DpproofsError):
                make(**wanted)


def test_a_mechanism_without_an_exact_profile_has_the_doubles_only(run):
    assert run("profile", "multi-gaussian", "epsilon=1", "delta=0.01").stdout.splitlines()[
        1
    ].split() == ["epsilon", "delta"]


def test_every_mechanism_can_be_named(run):
    names = {name.replace("-", "") for name in mechanisms()}
    assert {name.lower() for name in all_mechanisms() | integer_mechanisms()} <= names
    for name in ("TruncatedLaplace", "truncated-laplace", "truncated_laplace"):
        assert run("profile", name, "epsilon=1", "delta=1e-6").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "Missing argument 'MECHANISM'"),
        (["cauchy"], "one of cactus, discrete-gaussian, "),
        (["verify"], "one of cactus, discrete-gaussian, "),
        (["family"], "one of cactus, discrete-gaussian, "),
        (["laplace", "rho=1", "count=2"], "or Laplace(rho, sensitivity=1, [scale])"),
        (["truncated-laplace", "rho=1"], "delta = None, but should be given"),
        (["discrete-gaussian", "rho=1", "sigma=2"], "sigma = 2, but should be left out"),
        (["schroedinger", "mu=1", "cost=3"], "known to keep mu = 1: for a cost above 2"),
        (["laplace"], "a number in (0, inf) unless scale is given"),
        (["laplace", "eps=1"], "those of Laplace([epsilon], sensitivity=1.0, [scale])"),
        (["laplace", "1"], "NAME=VALUE"),
        (["laplace", "epsilon=1", "epsilon=2"], "each name once"),
        (["laplace", "epsilon=one"], "'one', but should be a number"),
        (["laplace", "epsilon=nan"], "'nan', but should be a number"),
        (["laplace", "epsilon=1/0"], "'1/0', but should be a number"),
        (["laplace", "epsilon=1/"], "'1/', but should be a number"),
        (["laplace", f"epsilon=1{'0' * 400}/3"], "but should be a number"),
        (["laplace", "epsilon=0"], "a number in (0, inf)"),
        (["laplace", "epsilon=1", "--epsilon", "-1"], "[0, inf]"),
        (["laplace", "epsilon=1", "--epsilon", ""], "--epsilon = ''"),
    ],
)
def test_bad_input_is_one_line(run, is_one_error, arguments, expected):
    result = run("profile", *arguments)
    assert result.exit_code == 2
    assert is_one_error(result.stderr), result.stderr
    assert expected in result.stderr


def test_the_profile_is_drawn(run, tmp_path, is_one_error):
    pytest.importorskip("matplotlib")
    for name, start in (("a.svg", b"<?xml"), ("b.pdf", b"%PDF")):
        ended = run("profile", "laplace", "epsilon=1", "--plot", tmp_path / name)
        assert ended.exit_code == 0
        assert ended.stdout.startswith("Laplace(")
        assert (tmp_path / name).read_bytes().startswith(start)
    ended = run("profile", "laplace", "epsilon=1", "--plot", tmp_path / "a.png")
    assert ended.exit_code == 2
    assert is_one_error(ended.stderr)


@pytest.mark.parametrize(
    "words",
    [
        ("cactus", "variance=1", "n=10"),
        ("schroedinger", "budget=1", "cost=1"),
        ("light-tailed-laplace", "epsilon=1", "delta=0.01", "bend=0.5"),
        ("schroedinger", "budget=100", "cost=1"),
    ],
)
def test_what_the_loss_tells_is_enclosed(run, words):
    for point in json.loads(run("profile", *words, "--json").stdout)["profile"]:
        low, high = map(Fraction, point["enclosure"])
        assert 0 <= low <= high
        assert high > 0 or point["delta"] == 0
        near = Fraction(1, 10**9)
        assert low * (1 - near) <= Fraction(point["delta"]) <= high * (1 + near)
