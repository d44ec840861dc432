"""Audits of zCDP, Renyi DP, Gaussian DP and profiles: fair, found soon, told as they were made."""

import math

import numpy as np
import pytest

import dpproofs as dp
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record import AuditRecord, from_json, to_json
from dpproofs.auditing.sampler import Audit, Budget
from dpproofs.auditing.sampler.audit import audit_sampler
from dpproofs.auditing.sampler.curve import Divergence, _bounded
from dpproofs.auditing.sampler.divergences import Divergences, Tangents, clipped, payoffs, tangents
from dpproofs.auditing.sampler.grids import LabelGrid
from dpproofs.auditing.sampler.ladder import Ladder
from dpproofs.auditing.sampler.state import load, save
from dpproofs.auditing.sampler.tally import Partition
from dpproofs.auditing.sampler.workers import Here
from dpproofs.auditing.target import Pair
from dpproofs.auditing.targets.callables import target_of
from dpproofs.auditing.targets.recorded import RecordedTarget
from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms import Gaussian, Laplace
from dpproofs.testing import assert_private, check_sampler
from dpproofs.testing.failures import PrivacyViolation

RHO = 0.5
RIGHT, WRONG = 1.0, 1 / math.sqrt(1.2)  # sigma, of which the second has 1.2 times the rho


def normal(sigma):
    def noisy(value, size, rng):
        return value + rng.normal(scale=sigma, size=size)

    return noisy


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"rho": -1}, "rho"),
        ({"rho": math.nan}, "rho"),
        ({"rho": True}, "rho"),
        ({"rho": 1, "mu": 1}, "claim"),
        ({}, "claim"),
        ({"renyi": 3}, "renyi"),
        ({"renyi": (1, 0.5)}, "renyi"),
        ({"renyi": (2, 0.5, 1)}, "renyi"),
        ({"mu": 1, "delta": 0.1}, "delta"),
        ({"rho": 1, "delta": 1.5}, "delta"),
        ({"profile": 3}, "profile"),
        ({"profile": lambda _: -1}, "profile"),
        ({"profile": lambda _: "1"}, "profile"),
        ({"profile": lambda _: 1.0}, "claim"),
        ({"rho": 1, "sensitivity": 0}, "sensitivity"),
    ],
)
def test_what_is_no_claim_is_refused_by_name(given, name):
    with pytest.raises(BadInput) as refused:
        PrivacyClaim(**given)
    assert refused.value.argument == name


def test_a_claim_of_one_point_is_that_point():
    claim = PrivacyClaim(1, 1e-3)
    assert claim.points == (claim,)
    assert Ladder.of(claim).count == 1
    assert "stated" not in to_json(claim)


@pytest.mark.parametrize("kind", [{"rho": 0.5}, {"mu": 1.0}, {"renyi": (4, 2.0)}])
def test_points_follow_from_the_claim(kind):
    # Normal noise of sigma 1 keeps each of these, and so each of their points.
    points = PrivacyClaim(**kind).points
    epsilon, delta = (np.array([getattr(p, name) for p in points]) for name in ("epsilon", "delta"))
    assert np.all(np.diff(epsilon) > 0)
    assert np.all(np.diff(delta) < 0)
    exact = Gaussian.of_sigma(1).privacy_profile(epsilon)
    assert np.all(delta >= exact * (1 - 1e-9))
    assert delta[-1] < 1e-6


def test_points_of_a_pure_mechanism_end_where_its_delta_is_0():
    last = PrivacyClaim(profile=Laplace(epsilon=1)).points[-1]
    assert last.delta == 0
    assert last.epsilon == pytest.approx(1)
    assert PrivacyClaim(profile=lambda _: 0.1).points == (PrivacyClaim(0.0, 0.1 * (1 + 1e-9)),)


def test_a_composition_is_claimed_by_its_upper_bounds():
    total = dp.compose(Gaussian.of_sigma(2), 4)  # as one of sigma 1
    points = PrivacyClaim(profile=total).points
    assert len(points) > 5
    for point in points[1:]:
        exact = Gaussian.of_sigma(1).privacy_profile(point.epsilon)
        assert point.delta * 0.9 < exact <= point.delta


def test_approximate_zcdp_adds_its_delta_and_bounds_no_divergence():
    exact, approximate = PrivacyClaim(rho=0.5), PrivacyClaim(rho=0.5, delta=1e-3)
    for a, b in zip(exact.points, approximate.points, strict=True):
        assert b.delta == pytest.approx(a.delta + 1e-3)
    assert exact.stated.divergences
    assert not approximate.stated.divergences


def laws(rng):
    """Distributions on five outcomes, with their Renyi divergences."""
    p, q = rng.dirichlet(np.ones(5), 2)
    return p, q, lambda a: renyi(p, q, a), lambda a: renyi(q, p, a)


def renyi(p, q, order):
    if order == 1:
        return float(p @ np.log(p / q))
    return math.log(float(p**order @ q ** (1 - order))) / (order - 1)


@pytest.mark.parametrize("order", [1.0, 1.25, 2.0, 8.0])
def test_no_bet_on_divergences_gains_on_average_from_what_keeps_the_claim(rng, order):
    for _ in range(50):
        p, q, forward, backward = laws(rng)
        most = max(forward(order), backward(order))
        for ratio in (p / q, q / p, np.exp(rng.normal(size=5))):
            means = np.einsum("i,kij,j->k", p, payoffs(ratio, order, most), q)
            assert means.max() <= 1e-9 * np.abs(payoffs(ratio, order, most)).max()


@pytest.mark.parametrize("order", [1.0, 1.25, 2.0, 8.0])
def test_a_divergence_above_the_claim_gains(rng, order):
    for _ in range(20):
        p, q, forward, backward = laws(rng)
        most = 0.9 * min(forward(order), backward(order))
        ratio = p / q
        if np.array_equal(clipped(ratio, order, most), ratio):
            assert np.einsum("i,kij,j->k", p, payoffs(ratio, order, most), q).min() > 0


def test_tangents_meet_the_divergence_at_the_ratio_itself(rng):
    p, q, forward, _ = laws(rng)
    for order in (1.0, 1.5, 3.0):
        gain, loss = tangents(p / q, order)
        left = float(p @ gain - q @ loss)
        assert left == pytest.approx(
            forward(1) if order == 1 else math.exp((order - 1) * forward(order))
        )


def test_no_outcome_takes_the_whole_capital(rng):
    bettor = Divergences(((1.0, 0.5), (8.0, 4.0), (1e6, 1.0)))
    assert len(bettor.bounds) == 2  # the last one is beyond what doubles hold
    ratio = np.exp(rng.normal(size=5) * 10)
    pays = np.stack([payoffs(ratio, *bound) for bound in bettor.bounds])
    bettor.settle(
        Tangents(Partition(LabelGrid(()), np.zeros(1, np.uint16), 5), pays), np.ones((5, 5))
    )
    assert np.isfinite(bettor.log_wealth).all()
    assert bettor.log_wealth.min() < -2


@pytest.fixture(scope="module")
def reports():
    """Of noise that is too small, with a generous and with a small budget."""
    claim = PrivacyClaim(rho=RHO)
    return [dp.audit(normal(WRONG), claim=claim, max_draws=40_000, seed=seed) for seed in (0, 1)]


def test_noise_of_1_2_times_the_rho_is_found(reports):
    # By the best single set and the best point of the curve 3e8 pairs would be needed.
    for report in reports:
        assert report.verdict == "violation"
        assert report.pairs < 40_000
        assert report.divergence.estimate > report.divergence.claimed


@pytest.mark.parametrize("seed", range(3))
def test_noise_of_the_rho_is_not_found(seed):
    report = dp.audit(normal(RIGHT), claim=PrivacyClaim(rho=RHO), max_draws=15_000, seed=seed)
    assert report.verdict != "violation"
    assert report.log_e < 3


def test_a_set_that_breaks_a_point_is_shown_with_the_point():
    report = dp.audit(normal(0.5), claim=PrivacyClaim(mu=1), max_draws=40_000)
    assert report.verdict == "violation"
    assert report.broken in report.claim.points
    assert report.witness.delta_low(report.broken.epsilon) > report.broken.delta
    assert report.delta_low > report.point.delta


def test_an_atom_that_gives_the_input_away_breaks_zcdp():
    def leaks(value, size, rng):
        noisy = value + rng.normal(scale=2.0, size=size)
        return np.where(rng.uniform(size=size) < 0.02, float(value), noisy)

    report = dp.audit(leaks, claim=PrivacyClaim(rho=RHO), max_draws=60_000)
    assert report.verdict == "violation"


def test_a_claim_goes_through_json_and_a_saved_audit(tmp_path, reports):
    claim = PrivacyClaim(rho=RHO)
    assert from_json(PrivacyClaim, to_json(claim)) == claim
    again = from_json(
        AuditRecord,
        to_json(dp.audit(normal(1), claim=claim, max_draws=500, of=["sampler"]).record()),
    )
    assert again.claim == claim
    assert reports[0].to_json()["divergence"]["claimed"] == reports[0].divergence.claimed
    target = target_of(normal(WRONG), claim)
    audit = Audit.of(target, claim)
    audit.run(Budget(max_draws=2000), Here(target))
    save(audit, tmp_path / "state.npz")
    loaded = load(tmp_path / "state.npz", target, claim)
    assert loaded.process.log_e == audit.process.log_e
    assert loaded.process.log_e_of_curve == audit.process.log_e_of_curve != 0
    with pytest.raises(BadInput):
        load(tmp_path / "state.npz", target, PrivacyClaim(rho=0.6))


def test_recorded_draws_leave_none_to_measure_a_divergence_on(tmp_path, rng):
    x = rng.normal(scale=0.7, size=(2, 20_000)) + np.array([[0.0], [1.0]])
    np.savez(tmp_path / "draws.npz", input=x[0], neighbour=x[1])
    target = RecordedTarget(str(tmp_path / "draws.npz"))
    report = audit_sampler(target, PrivacyClaim(rho=RHO), max_draws=20_000)
    assert report.verdict == "violation"
    assert report.divergence is None


def test_what_fresh_draws_do_not_show_again_is_withdrawn(monkeypatch):
    def chance(*_, **__):
        return Divergence(Pair(0.0, 1.0), 2.0, 1.0, 0.9, 0.95, 2000, 0.99)

    monkeypatch.setattr("dpproofs.auditing.sampler.conclusion.measured", chance)
    monkeypatch.setattr("dpproofs.auditing.sampler.conclusion.confirm", lambda *_: None)
    report = dp.audit(normal(WRONG), claim=PrivacyClaim(rho=RHO), max_draws=40_000)
    assert report.verdict == "undecided"
    assert "did not come again" in report.error


def test_what_finding_nothing_is_worth_is_said_of_the_claim():
    report = dp.audit(normal(RIGHT), claim=PrivacyClaim(mu=1), max_draws=20_000)
    assert report.power.noise == "normal"
    assert 0.3 < report.power.scale < 1
    assert 0 < report.power.leak < 0.5


def test_the_claim_is_passed_on_by_its_own_name():
    class Noise:
        def __init__(self, rho, sensitivity=1.0):
            self.sigma = sensitivity / math.sqrt(2 * rho)

        def sample(self, size, rng):
            return rng.normal(scale=self.sigma, size=size)

    found = dp.audit(Noise, claim=PrivacyClaim(rho=RHO), max_draws=3000)
    assert found.verdict != "violation"
    assert found.about.arguments.get("rho", RHO) == RHO
    wrong = dp.audit(Noise(rho=4), claim=PrivacyClaim(rho=RHO), max_draws=20_000)
    assert wrong.verdict == "violation"


def test_assertions_and_checks_take_a_claim():
    claim = PrivacyClaim(mu=1.0)
    with pytest.raises(PrivacyViolation, match="claims mu 1 at sensitivity 1"):
        assert_private(normal(0.5), claim=claim, seed=1)
    check = ["law_keeps_the_claim"]
    assert not check_sampler(Gaussian.of_sigma(1.0), claim=claim, checks=check).failures
    assert check_sampler(Gaussian.of_sigma(0.9), claim=claim, checks=check).failures
    with pytest.raises(BadInput, match="left out with epsilon"):
        assert_private(normal(1), claim=claim, epsilon=1)
    with pytest.raises(BadInput, match="a PrivacyClaim"):
        assert_private(normal(1), claim=1.0)


@pytest.mark.parametrize("order", [1.0, 2.0])
def test_the_lower_bound_on_a_divergence_holds(rng, order):
    # At a level of one in ten, which the bound keeps with much room.
    p, q, forward, _ = laws(rng)
    bound = order, 0.5 * forward(order)
    lows = []
    for _ in range(100):
        counts = np.stack([rng.multinomial(4000, law) for law in (p, q)]).astype(float)
        lows.append(_bounded(Pair(0.0, 1.0), counts, p / q, bound, 4000, 0.1).low)
    assert np.mean(np.array(lows) > forward(order)) < 0.1
    assert max(lows) > 0
