"""Auditors beside each other: what each finds in the same samplers, with how many draws.

    python -m benchmarks.peers [--statdp PATH] [--dp-auditorium PATH] [--delta-siege PATH] ...

The others are not on PyPI: each option, or the variable of the environment of the same name in
capitals (STATDP, DP_AUDITORIUM, ...), is a checkout of

    statdp         github.com/cmla-psu/statdp
    dp-auditorium  github.com/google/differential-privacy, folder python/dp_auditorium
    delta-siege    github.com/eth-sri/Delta-Siege
    dp-sniper      github.com/eth-sri/dp-sniper

in an environment that has what they import: numba, tqdm, tensorflow, etils, torch, scikit-learn,
optuna, pandas, mmh3. Those not given are named as absent.

Every tool gets the sampler, the neighbouring inputs 0 and 1, level 0.05, and so many draws at each
input. Those with phases split them evenly. StatDP and DP-Sniper test delta = 0 whatever is
claimed: when a claim has delta > 0 their rejection is of another claim, which is shown. Delta-Siege
is told the noise, and tests all (epsilon, delta) that noise of the right scale satisfies.
"""

from __future__ import annotations

import argparse
import importlib
import io
import logging
import math
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.special import log_ndtr, ndtr

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.sampler import audit_sampler
from dpproofs.auditing.target import About, Draws, Pair, Target
from dpproofs.mechanisms import Gaussian

ALPHA = 0.05
LAPLACE, GAUSSIAN = "Laplace", "Gaussian"
FOUND, MISSED = "violation", "-"
OTHER_CLAIM = "rejects delta = 0"


@dataclass(frozen=True)
class Case(Target):
    """A sampler with a part of the noise that its claim needs.

    Attributes
    ----------
    noise
        LAPLACE or GAUSSIAN: its scale is calibrated to the claim.
    part
        1 for a sampler that keeps its claim.
    """

    noise: str
    part: float
    claim: PrivacyClaim

    @property
    def about(self) -> About:  # type: ignore[override]
        claim = f"({self.claim.epsilon:g}, {self.claim.delta:g})"
        return About(f"{self.noise} {claim}, {self.part:g} of the scale")

    @property
    def calibrated(self) -> float:
        """The scale that the claim needs."""
        return scale(self.noise, self.claim.epsilon, self.claim.delta)

    @property
    def seeded(self) -> bool:
        return True

    def draw(self, value: Any, count: int, rng: np.random.Generator) -> Draws:
        noise = rng.laplace if self.noise == LAPLACE else rng.normal
        return float(value) + noise(scale=self.part * self.calibrated, size=count)

    def pairs(self, claim: PrivacyClaim) -> Sequence[Pair]:
        del claim
        return (Pair(0.0, 1.0),)


@cache
def scale(noise: str, epsilon: float, delta: float) -> float:
    """The parameter b or sigma for sensitivity 1."""
    return 1 / epsilon if noise == LAPLACE else float(Gaussian(epsilon, delta).sigma)


def quick_sigma(epsilon: float, delta: float) -> float:
    """The calibrated sigma to a few digits, for searches: Balle and Wang, ICML 2018, theorem 8."""

    def excess(log_sigma: float) -> float:
        u, w = math.exp(-log_sigma) / 2, math.exp(log_sigma) * epsilon
        return float(ndtr(u - w) - math.exp(epsilon + log_ndtr(-u - w))) - delta

    return math.exp(float(brentq(excess, -20, 20, xtol=1e-9)))


PURE, LOOSE, TIGHT = PrivacyClaim(1), PrivacyClaim(1, 1e-3), PrivacyClaim(1, 1e-5)
CASES = (
    *(Case(LAPLACE, part, PURE) for part in (1, 0.9, 0.8, 0.5)),
    *(Case(GAUSSIAN, part, LOOSE) for part in (1, 0.8)),
    *(Case(GAUSSIAN, part, TIGHT) for part in (1, 0.8, 0.5)),
)

Outcome = tuple[str, int]  # what it says, and draws at each input
Tool = Callable[[Case, int, int], Outcome]  # of a case, the draws allowed at each input, a seed


def ours(case: Case, draws: int, seed: int) -> Outcome:
    """Stops when it has seen enough."""
    report = audit_sampler(case, case.claim, alpha=ALPHA, max_draws=draws, seed=seed)
    return (FOUND if report.verdict == "violation" else MISSED), report.pairs


def noisy_answer(
    prng: np.random.Generator, queries: Sequence[float], epsilon: float, part: float, delta: float
) -> float:
    """A mechanism as StatDP calls it: one draw, by name of its arguments."""
    if delta:
        return queries[0] + prng.normal(scale=part)
    return queries[0] + prng.laplace(scale=part / epsilon)


def statdp(path: Path) -> Tool:
    """Ding et al., CCS 2018: the best of a few half-lines, then Fisher's exact test on it."""
    sys.path.insert(0, str(path))
    detect = importlib.import_module("statdp").detect_counterexample

    def run(case: Case, draws: int, seed: int) -> Outcome:
        del seed  # it draws from generators of its own
        arguments = {
            "epsilon": case.claim.epsilon,
            "part": case.part * (case.calibrated if case.claim.delta else 1),
            "delta": case.claim.delta,
        }
        ((_, p_value, *_),) = detect(
            noisy_answer,
            case.claim.epsilon,
            arguments,
            databases=([0.0], [1.0]),
            event_iterations=draws // 6,  # its own proportion
            detect_iterations=draws - draws // 6,
            quiet=True,
            loglevel=logging.ERROR,
        )
        return _pure(case, p_value < ALPHA), draws

    return run


def dp_auditorium(path: Path, tester: str) -> Tool:
    """Kong et al., 2024: the histogram or the hockey-stick tester.

    Their packages import all testers and a black-box optimiser for inputs, which are not needed.
    """
    root = path / "dp_auditorium"
    _hollow("dp_auditorium", root)
    _hollow("dp_auditorium.testers", root / "testers")
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    configs = importlib.import_module("dp_auditorium.configs.property_tester_config")
    runs = importlib.import_module("dp_auditorium.configs.privacy_test_runner_config")
    runner = importlib.import_module("dp_auditorium.privacy_test_runner")
    module = importlib.import_module(f"dp_auditorium.testers.{tester}_tester")
    properties = importlib.import_module("dp_auditorium.configs.privacy_property")

    def histogram(case: Case, claim: Any) -> Any:
        reach = 4 * case.calibrated
        config = configs.HistogramPropertyTesterConfig(
            test_discrete_mechanism=False,
            histogram_size=20,
            min_value=-reach,
            max_value=1 + reach,
            approximate_dp=claim,
        )
        return module.HistogramTester(config)

    def hockey_stick(case: Case, claim: Any) -> Any:
        del case
        training = module.make_default_hs_training_config()
        config = configs.HockeyStickPropertyTesterConfig(training, claim)
        return module.HockeyStickPropertyTester(config, module.make_default_hs_base_model())

    make = {"histogram": histogram, "hockey_stick": hockey_stick}[tester]

    def run(case: Case, draws: int, seed: int) -> Outcome:
        rng = np.random.default_rng(seed)
        claim = properties.ApproximateDp(case.claim.epsilon, case.claim.delta)
        config = runs.PrivacyTestRunnerConfig(
            property_tester=runs.PropertyTester[f"{tester.upper()}_TESTER"],
            max_num_trials=1,
            failure_probability=ALPHA,
            num_samples=draws,
            post_processing=runs.PostProcessing.NONE,
        )
        test = runner.PrivacyTestRunner(config, lambda _: (0.0, 1.0), make(case, claim))
        with redirect_stdout(io.StringIO()):  # it shows progress
            result = test.test_privacy(lambda x, count: case.draw(x, count, rng), "noise")
        return (FOUND if result.found_privacy_violation else MISSED), draws

    return run


def delta_siege(path: Path) -> Tool:
    """Lokna et al., CCS 2023: a classifier's score, at the best delta of the whole curve.

    Its package of mechanisms imports the libraries they come from, and one of its attacks the code
    of another paper (DP-Opt); neither is needed.
    """
    sys.path.insert(0, str(path))
    _hollow("deltasiege.mechanism", path / "deltasiege" / "mechanism", "Mechanism")
    unused = ModuleType("deltasiege.attack.witnesses.witness_dpopt")
    unused.__dict__["WitnessDPOpt"] = None
    sys.modules[unused.__name__] = unused
    siege = importlib.import_module("deltasiege")
    regression = importlib.import_module("sklearn.linear_model").LogisticRegression

    def run(case: Case, draws: int, seed: int) -> Outcome:
        rng = np.random.default_rng(seed)
        part = draws // 6
        config = siege.Config(
            *(part,) * 4, confidence=1 - ALPHA, n_jobs=1, n_experiments=1, seed=seed
        )
        estimator = siege.LinesearchEstimator()
        trial = siege.Trial(
            config=config,
            input_pair=(0.0, 1.0),
            mechanism=_curve(siege.Mechanism, case, rng)(case.claim.epsilon, case.claim.delta),
            classifier_factories=[siege.SklearnClassifier.get_factory(classifier=regression())],
            witnesses_factories=[siege.WitnessOptimization.get_factory(estimator=estimator)],
        ).run()
        best = trial.witnesses[trial.best_witness_idx]
        return (FOUND if best.estimate_c < 1 else MISSED), draws

    return run


class _No:
    """False, called or not: Delta-Siege asks whether to keep its draws in both ways."""

    def __bool__(self) -> bool:
        return False

    def __call__(self) -> bool:
        return False


def _curve(base: type, case: Case, rng: np.random.Generator) -> type:
    """A mechanism as Delta-Siege wants it: the scale that (epsilon, delta) needs orders claims."""
    pure = case.noise == LAPLACE

    class Curve(base):  # type: ignore[misc]
        store_data = _No()

        def __call__(self, value: float, n: int) -> Draws:
            return case.draw(value, n, rng)

        def constraint(self, epsilon: float, delta: float) -> bool:
            return epsilon > 0 and (pure or 0 < delta < 1)

        def guarantee_(self, epsilon: float, delta: float) -> float:
            if epsilon == math.inf or delta >= 1:
                return 0.0
            if not self.constraint(epsilon, delta):
                return math.inf
            return 1 / epsilon if pure else quick_sigma(epsilon, delta)

        def perturb_delta(self, delta: float) -> float | None:
            """Where only delta = 0 is of interest, all others are skipped."""
            if pure:
                return None if delta else float(self.epsilon)
            return float(self.epsilon) if 0 < delta < 1 else None

    return Curve


@dataclass(frozen=True)
class Numbers:
    """A mechanism as DP-Sniper calls it, in processes of its own."""

    case: Case
    seed: int

    def m(self, a: NDArray[np.float64], n_samples: int = 1) -> Draws:
        """``n_samples`` draws at a vector of one number."""
        return self.case.draw(a.item(0), n_samples, np.random.default_rng())

    def get_input_pairs(self) -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
        """Both orders."""
        zero, one = np.array([0.0]), np.array([1.0])
        yield zero, one
        yield one, zero


def dp_sniper(path: Path) -> Tool:
    """Bichsel et al., S&P 2021: logistic regression, a set of probability 0.01."""
    sys.path.insert(0, str(path))
    config_of = importlib.import_module("dpsniper.search.ddconfig").DDConfig
    search = importlib.import_module("dpsniper.search.ddsearch").DDSearch
    sniper = importlib.import_module("dpsniper.attack.dpsniper").DPSniper
    factories = importlib.import_module("dpsniper.classifiers.classifier_factory")
    optimizers = importlib.import_module("dpsniper.classifiers.torch_optimizer_factory")
    initialize = importlib.import_module("dpsniper.utils.initialization").initialize_dpsniper

    def run(case: Case, draws: int, seed: int) -> Outcome:
        part = draws // 6 // 1000 * 1000  # it asks for thousands
        config = config_of(
            n_train=part, n=part, n_check=part, n_final=part, n_processes=1, confidence=1 - ALPHA
        )
        numbers = Numbers(case, seed)
        learner = factories.LogisticRegressionFactory(
            in_dimensions=1, optimizer_factory=optimizers.SGDOptimizerFactory()
        )
        with tempfile.TemporaryDirectory() as folder, initialize(config, out_dir=folder):
            witness = search(numbers, sniper(numbers, learner, config), numbers, config).run()
            witness.compute_eps_high_precision(numbers, config)
        return _pure(case, witness.lower_bound > case.claim.epsilon), draws

    return run


def _pure(case: Case, rejected: bool) -> str:
    """What a rejection of (epsilon, 0)-privacy says of the claim."""
    if not rejected:
        return MISSED
    return OTHER_CLAIM if case.claim.delta else FOUND


def _hollow(name: str, folder: Path, member: str = "") -> None:
    """Stand in for a package, without what it imports; ``member`` is found in its namesake module.

    Raises
    ------
    ImportError
        When there is no such folder.
    """
    if not folder.is_dir():
        raise ImportError(f"there is no {folder}")
    package = ModuleType(name)
    package.__path__ = [str(folder)]

    def find(attribute: str) -> Any:
        if attribute != member:
            raise AttributeError(attribute)
        return getattr(importlib.import_module(f"{name}.{member.lower()}"), member)

    package.__dict__["__getattr__"] = find
    sys.modules[name] = package


@dataclass(frozen=True)
class Peer:
    """A tool of others: which checkout it is in, and what makes it run there."""

    checkout: str
    load: Callable[[Path], Tool]


PEERS = {
    "StatDP": Peer("statdp", statdp),
    "DP-Auditorium, histogram": Peer("dp-auditorium", partial(dp_auditorium, tester="histogram")),
    "DP-Auditorium, hockey-stick": Peer(
        "dp-auditorium", partial(dp_auditorium, tester="hockey_stick")
    ),
    "Delta-Siege": Peer("delta-siege", delta_siege),
    "DP-Sniper": Peer("dp-sniper", dp_sniper),
}


def tools(checkouts: Mapping[str, Any]) -> tuple[dict[str, Tool], list[str]]:
    """Those that run, ours first, and a sentence for each that does not."""
    found: dict[str, Tool] = {"dpproofs": ours}
    absent = []
    for name, peer in PEERS.items():
        path = checkouts[peer.checkout.replace("-", "_")]
        if path is None:
            absent.append(f"{name}: absent, --{peer.checkout} was not given")
            continue
        try:
            found[name] = peer.load(path.resolve())
        except ImportError as error:
            absent.append(f"{name}: absent, it cannot be imported from {path} ({error})")
    return found, absent


def arguments() -> argparse.Namespace:
    """Checkouts, draws, and which cases and tools."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers")
    for checkout in dict.fromkeys(peer.checkout for peer in PEERS.values()):
        place = os.environ.get(checkout.replace("-", "_").upper())
        parser.add_argument(f"--{checkout}", type=Path, default=place and Path(place))
    parser.add_argument("--draws", type=int, default=1_000_000, help="at each input, at most")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--case", default="", help="only cases with this in their name")
    parser.add_argument("--tool", default="", help="only tools with this in their name")
    return parser.parse_args()


def main() -> None:
    """Print one table: a line for each case and tool."""
    options = arguments()
    found, absent = tools(vars(options))
    print(f"{'case':36}  {'true':>4}  {'tool':27}  {'says':17}  {'draws':>9}  {'s':>7}")
    for case in CASES:
        for name, tool in found.items():
            if options.case not in case.about.name or options.tool not in name:
                continue
            start = time.perf_counter()
            says, draws = tool(case, options.draws, options.seed)
            seconds = time.perf_counter() - start
            truth = "yes" if case.part == 1 else "no"
            row = f"{case.about.name:36}  {truth:>4}  {name:27}  {says:17}  {draws:9,}"
            print(f"{row}  {seconds:7.2f}", flush=True)
    print(*absent, sep="\n", end="\n" if absent else "")


if __name__ == "__main__":
    main()
