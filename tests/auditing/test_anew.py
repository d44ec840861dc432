"""State: a sampler made anew for every draw, and transcripts of several calls."""

import numpy as np
import pytest
from click.testing import CliRunner

import dpproofs as dp
from dpproofs.auditing.claim import PrivacyClaim, claimed
from dpproofs.auditing.targets.anew import anew
from dpproofs.cli import main
from dpproofs.kernel.errors import BadInput

CLAIM = PrivacyClaim(1.0)
SHORT = {"epsilon": 1, "max_draws": 2_000}


class Lazy:
    """The first release of each object has no noise."""

    def __init__(self, epsilon=1.0):
        self.scale, self.ready = 1 / epsilon, False

    def __call__(self, value, rng):
        noise = self.scale * rng.laplace() if self.ready else 0.0
        self.ready = True
        return value + noise


class Engine:
    """Answers so many queries with the budget of each, whatever there was to be in all."""

    def __init__(self, budget, calls):
        self.scale, self.left = calls / budget, calls

    def __call__(self, value, rng, factor=1.0):
        if not self.left:
            raise RuntimeError("the budget is used up")
        self.left -= 1
        return factor * value + factor * self.scale * rng.laplace()


def lazy():
    return Lazy()


@pytest.mark.parametrize("subject", [Lazy, lazy])
def test_a_leak_in_the_first_release_is_found_when_each_draw_is_one(subject):
    report = dp.audit(subject, **SHORT, fresh=True)
    assert report.verdict == "violation"


def test_an_object_that_keeps_its_promise_is_clean():
    def ready():
        made = Lazy()
        made.ready = True
        return made

    assert dp.audit(ready, **SHORT, fresh=True).verdict == "no violation found"


@pytest.mark.parametrize(("budget", "verdict"), [(1.0, "no violation found"), (3.0, "violation")])
def test_several_calls_are_one_outcome(budget, verdict):
    report = dp.audit(lambda: Engine(budget, 3), **SHORT, sessions=3)
    assert report.verdict == verdict


@pytest.mark.parametrize(("last", "verdict"), [(2.0, "no violation found"), (0.4, "violation")])
def test_an_accountant_is_audited_against_rounds(last, verdict):
    """The noise of the third round is a fifth of what is accounted for."""

    class Training:
        def __init__(self):
            self.scales = [2.0, 2.0, last]

        def __call__(self, value, rng):
            return value + rng.normal(scale=self.scales.pop(0))

    accounted = dp.compose(dp.Gaussian.of_sigma(2), 3, gap=0.01)
    report = dp.audit(Training, claim=accounted, sessions=3, max_draws=20_000)
    assert report.verdict == verdict
    assert report.claim.stated.kind == "profile"


def test_a_composition_is_a_claim_with_a_sensitivity_and_nothing_else():
    accounted = dp.compose(dp.Laplace(1, sensitivity=2), 2, gap=0.1)
    found = claimed(accounted, sensitivity=2)
    assert (found.sensitivity, found.points) == (
        2,
        PrivacyClaim(profile=accounted, sensitivity=2).points,
    )
    with pytest.raises(BadInput, match="left out with epsilon"):
        claimed(accounted, epsilon=1)
    with pytest.raises(BadInput, match="a PrivacyClaim, or what"):
        claimed("rho")


def test_an_analyst_asks_by_what_was_answered():
    asked = []

    def analyst(ask):
        above = ask() > 0
        asked.append((above, ask(factor=0.0 if above else 1.0) == 0))

    report = dp.audit(lambda: Engine(4.0, 2), **SHORT, sessions=analyst)
    assert report.verdict == "violation"
    assert {*asked} == {(True, True), (False, False)}


def test_a_session_may_be_of_a_plain_function_and_ends_with_an_exception(rng):
    target = anew(lambda value, rng: value + rng.laplace(), CLAIM, sessions=2)
    assert np.shape(target.outcomes(0.0, 4, rng)) == (4, 2)
    (transcript,) = anew(lambda: Engine(1.0, 1), CLAIM, sessions=3).outcomes(0.0, 1, rng)
    assert transcript[1:] == ["raised RuntimeError"]


class Noise:
    made = 0

    def __init__(self):
        Noise.made += 1

    def sample(self, size, rng):
        return rng.laplace(size=size)


def test_noise_is_made_anew(rng):
    target = anew(Noise, CLAIM)
    before = Noise.made
    assert target.draw(1.0, 3, rng).shape == (3,)
    assert Noise.made == before + 3


@pytest.mark.parametrize(
    ("subject", "options", "said"),
    [
        (lambda value: value, {"fresh": True}, "fresh"),
        (dp.Laplace(epsilon=1, sensitivity=1), {"fresh": True}, "fresh"),
        ("numpy:laplace", {"fresh": True}, "made anew"),
        (Lazy, {"sessions": 0}, "sessions"),
        (Lazy, {"sessions": "all"}, "sessions"),
        (dp.Laplace(epsilon=1, sensitivity=1), {"sessions": 2}, "sessions"),
        (Noise, {"sessions": 2}, "sessions"),
    ],
)
def test_what_cannot_be_made_anew_is_refused(subject, options, said):
    with pytest.raises(BadInput, match=said):
        dp.audit(subject, epsilon=1, **options)


def test_the_command_makes_anew(tmp_path, monkeypatch):
    source = (
        "class Lazy:\n    ready = False\n    def __call__(self, value, rng):\n"
        "        was, self.ready = self.ready, True\n        return value + was * rng.laplace()\n"
    )
    (tmp_path / "lazy_one.py").write_text(source, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    words = "audit lazy_one:Lazy --epsilon 1 --sensitivity 1 --max-draws 500 --fresh"
    result = CliRunner().invoke(main, words.split())
    assert result.exit_code == 1
    assert "--fresh" in result.stdout
