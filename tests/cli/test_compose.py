import json

import pytest

from dpproofs import BadInput, Gaussian, Sampling, compose


def test_json_has_bounds_for_each_level(run):
    result = run("compose", "gaussian", "sigma=2", "--count", 10, "--epsilon", 1, "--epsilon", 2,
                 "--delta", 1e-5, "--json")  # fmt: skip
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    account = compose(Gaussian.of_sigma(2), 10)
    assert [(e["lower"], e["upper"]) for e in found["delta"]] == [
        account.delta(1),
        account.delta(2),
    ]
    (each,) = found["epsilon"]
    assert (each["lower"], each["upper"]) == pytest.approx(account.epsilon(1e-5), rel=1e-9)
    assert each["reached"]
    assert each["moments"] > each["upper"] > each["lower"]
    assert found["parameters"] == {"sigma": "2"}


def test_people_get_a_line_for_each_level(run):
    arguments = ("truncated-laplace", "scale=1", "bound=3", "--delta", 0.001, "--epsilon", 1)
    result = run("compose", *arguments, "--count", 3, "--gap", 0.01)
    assert result.exit_code == 0
    asked, first, second = result.stdout.splitlines()
    assert asked == "3 rounds of TruncatedLaplace(scale = 1, bound = 3)"
    assert first.startswith("epsilon 1: delta from 0.")
    assert second == "delta 0.001: epsilon from infinite to infinite (moments: infinite)"


def test_sampling_and_the_cactus_are_served(run):
    arguments = ("Cactus", "variance=1/2", "n=5", "--sampling", "1/10", "--count", 4)
    arguments += ("--gap", 0.01)
    result = run("compose", *arguments, "--epsilon", 1)
    assert result.exit_code == 0
    assert "delta from" in result.stdout


WAYS = {
    "a record in each with probability 0.1": (
        ("--sampling", "poisson:1/10"),
        Sampling.poisson("1/10"),
    ),
    "a record in each with probability 0.1; neighbours add a record": (
        ("--sampling", "1/10", "--neighbours", "add"),
        Sampling.poisson("1/10", neighbours="add"),
    ),
    "a batch of 10 of 1,000 records in each, without replacement; neighbours replace a record": (
        ("--sampling", "without-replacement:10/1000"),
        Sampling.without_replacement(10, 1000),
    ),
    "a batch of 9 of 99 records in each, with replacement; neighbours add or remove a record": (
        ("--sampling", "with-replacement:9/99", "--neighbours", "add-or-remove"),
        Sampling.with_replacement(9, 99, neighbours="add or remove"),
    ),
    "1,000 shuffled batches an epoch; neighbours replace a record": (
        ("--sampling", "shuffled:1000"),
        Sampling.shuffled(1000),
    ),
}


@pytest.mark.parametrize("said", WAYS)
def test_every_sampling_is_that_of_python(run, said):
    options, way = WAYS[said]
    arguments = ("gaussian", "sigma=2", "--count", 3, "--epsilon", "1/10", "--gap", 0.01)
    (found,) = json.loads(run("compose", *arguments, *options, "--json").stdout)["delta"]
    expected = compose(Gaussian.of_sigma(2), 3, sampling=way, gap=0.01).delta("1/10")
    assert (found["lower"], found["upper"]) == expected
    assert run("compose", *arguments, *options).stdout.startswith(
        f"3 rounds of Gaussian(sigma = 2), {said}\n"
    )


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["gauss", "sigma=1", "--epsilon", "1"], "MECHANISM = 'gauss', but should be one of"),
        (["Gaussian", "sigma", "--epsilon", "1"], "but should be NAME=VALUE"),
        (["Gaussian", "sigma=x", "--epsilon", "1"], "sigma = 'x', but should be a number"),
        (["Gaussian", "scale=1", "--epsilon", "1"], "those of Gaussian(epsilon, delta"),
        (["Gaussian", "sigma=-1", "--epsilon", "1"], "sigma = -1, but should be"),
        (["Laplace", "--epsilon", "1"], "a number in (0, inf) unless scale is given"),
        (["Gaussian", "sigma=1"], "Give --epsilon or --delta"),
        (["Gaussian", "sigma=1", "--epsilon", "-1"], "epsilon = -1.0"),
        (["Gaussian", "sigma=1", "--epsilon", "1", "--count", "0"], "count = 0"),
        (["Gaussian", "sigma=1", "--epsilon", "1", "--sampling", "2"], "sampling = 2.0"),
        (["Gaussian", "sigma=1", "--epsilon", "1/0"], "'1/0' is neither a decimal nor a fraction"),
        (["Gaussian", "sigma=1", "--epsilon", "1", "--sampling", "1/0"], "sampling = '1/0'"),
        (
            ["Gaussian", "sigma=1", "--epsilon", "1", "--sampling", "wor:1/2"],
            "should be Q, poisson",
        ),
        (["Gaussian", "sigma=1", "--epsilon", "1", "--sampling", "with-replacement:1"], "M/N"),
        (["Gaussian", "sigma=1", "--epsilon", "1", "--sampling", "shuffled:-1"], "shuffled:B"),
        (
            [
                "Gaussian",
                "sigma=1",
                "--epsilon",
                "1",
                "--sampling",
                "shuffled:2",
                "--neighbours",
                "add",
            ],
            "neighbours = 'add', but should be 'replace', shuffled",
        ),
        (
            ["Staircase", "epsilon=1", "--epsilon", "1", "--sampling", "with-replacement:1/2"],
            "Gaussian, Laplace, Geometric",
        ),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run, arguments, expected):
    result = run("compose", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert expected in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_certificate_is_written_and_replay_says_what_it_proves(run, tmp_path):
    path = tmp_path / "rounds.json"
    asked = ("compose", "gaussian", "sigma=10", "--count", 100, "--gap", 0.01)
    result = run(*asked, "--delta", "1e-5", "--certificate", path)
    assert result.exit_code == 0
    assert "\ndelta 1e-05: epsilon from 4.3" in result.stdout
    said = "epsilon at delta 1/100000 after 100 rounds of normal noise of sigma 10 lies in [4."
    replayed = run("replay", path)
    assert replayed.exit_code == 0
    assert replayed.stdout.startswith("accepted  composition  holds, enclosed, 2 steps  " + said)
    assert "composition-of-dominating-pairs" in replayed.stdout
    (found,) = json.loads(run("replay", "--json", path).stdout)["certificates"]
    assert found["says"].startswith(said)
    written = json.loads(path.read_text("utf-8"))
    written["upper"]["bound"] = "4"
    path.write_text(json.dumps(written), "utf-8")
    refused = run("replay", path)
    assert refused.exit_code == 1
    assert "lies in" not in refused.stdout


def test_a_certificate_is_of_one_number_and_of_noise_that_replay_knows(run, tmp_path):
    path = tmp_path / "rounds.json"
    many = run("compose", "gaussian", "sigma=1", "--delta", "1e-5", "--epsilon", 1,
               "--certificate", path)  # fmt: skip
    assert many.exit_code == 2
    assert "--certificate takes one --epsilon or --delta" in many.stderr
    other = run("compose", "staircase", "epsilon=1", "--delta", "1e-5", "--certificate", path)
    assert other.exit_code == 2
    assert "for a certificate, one of Gaussian, Laplace, Geometric" in other.stderr
    drawn = run("compose", "gaussian", "sigma=1", "--delta", "1e-5", "--certificate", path,
                "--sampling", "with-replacement:1/9")  # fmt: skip
    assert drawn.exit_code == 2
    assert "for a certificate, Poisson's of records that are added or removed" in drawn.stderr
    assert not path.exists()
    away = run("compose", "gaussian", "sigma=1", "--epsilon", 1, "--certificate", tmp_path)
    assert away.exit_code == 2


def test_the_picture_has_the_least_delta_between_its_steps(run, tmp_path):
    path = tmp_path / "rounds.svg"
    arguments = ("gaussian", "sigma=2", "--count", 10, "--delta", 1e-3, "--gap", 0.01)
    assert run("compose", *arguments, "--plot", path).exit_code == 0
    assert path.read_text("utf-8").startswith("<?xml")

    account = compose(Gaussian.of_sigma(2), 10, gap=0.01)
    (steps,) = account.plot_privacy_profile(most=4).patches
    high, edges, low = steps.get_data()
    for left, right, above, below in zip(edges, edges[1:], high, low, strict=False):
        lower, upper = account.delta((left + right) / 2)
        assert below <= lower <= upper <= above


@pytest.mark.parametrize("most", [0, float("inf"), "much"])
def test_a_picture_has_an_end(most):
    with pytest.raises(BadInput, match="most = "):
        compose(Gaussian.of_sigma(2)).plot_privacy_profile(most=most)
