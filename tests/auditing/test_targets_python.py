"""Samplers written in Python: how they are called, and what may come out of them."""

# ruff: noqa: ARG001, ARG002, ARG005 (the signatures of the samplers are what is tested)

import pickle
import sys
import warnings
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

import dpproofs as dp
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.target import About, Computed, Pair, Target, TargetError
from dpproofs.auditing.targets import find
from dpproofs.auditing.targets.callables import target_of
from dpproofs.auditing.targets.numpy_generator import names as numpy_names
from dpproofs.auditing.targets.outputs import checked
from dpproofs.auditing.targets.scipy_stats import names as scipy_names
from dpproofs.kernel.errors import BadInput
from dpproofs.mechanisms import all_mechanisms, integer_mechanisms

CLAIM = PrivacyClaim(1.5, 0.01, 2.0)


def copied(found):
    return pickle.loads(pickle.dumps(found))  # noqa: S301  # our own


def rng(seed=0):
    return np.random.default_rng(seed)


def target(subject, arguments=None, claim=CLAIM):
    return target_of(subject, claim, arguments)


def failure(subject, value=3.0, count=4):
    with pytest.raises(TargetError) as caught:
        target(subject).draw(value, count, rng())
    return str(caught.value)


def refusal(subject, arguments=None, claim=CLAIM):
    with pytest.raises(BadInput) as caught:
        target(subject, arguments, claim)
    return str(caught.value)


# How functions are called


def test_a_function_is_called_once_a_draw():
    calls = []
    draws = target(lambda value: calls.append(value) or value + 1.0).draw(2.0, 5, rng())
    assert calls == [2.0] * 5
    assert draws.tolist() == [3.0] * 5
    assert not target(lambda value: value).seeded


def test_size_and_rng_are_given_to_those_who_take_them():
    def sampler(value, size, rng):
        return rng.normal(value, size=size)

    found = target(sampler)
    assert found.seeded
    assert found.draw(9.0, 50, rng(4)).tolist() == rng(4).normal(9.0, size=50).tolist()


def test_rng_alone_is_one_generator_for_all_draws():
    draws = target(lambda value, *, rng: value + rng.random()).draw(0.0, 3, rng(1))
    assert draws.tolist() == rng(1).random(3).tolist()


def test_the_claim_is_passed_where_the_signature_names_it():
    def sampler(value, epsilon, delta=0.5, *, sensitivity):
        return [epsilon, delta, sensitivity]

    assert target(sampler).draw(0.0, 1, rng()).tolist() == [[1.5, 0.01, 2.0]]
    override = target(sampler, {"epsilon": 7.0})
    assert override.draw(0.0, 1, rng()).tolist() == [[7.0, 0.01, 2.0]]
    assert override.about.arguments == {"epsilon": 7.0}


def test_the_input_is_the_first_parameter_that_is_not_given_otherwise():
    def sampler(epsilon, value, scale=1.0):
        return 100 * epsilon + 10 * value + scale

    assert target(sampler).draw(2.0, 1, rng()).tolist() == [171.0]
    assert target(lambda epsilon, scale=1, *, value: value).draw(2.0, 1, rng()).tolist() == [2.0]
    assert target(lambda *, value: value).draw(2.0, 1, rng()).tolist() == [2.0]
    assert target(lambda *values: values[0]).draw(2.0, 1, rng()).tolist() == [2.0]


def test_a_function_of_anything_takes_any_argument():
    def sampler(value, **options):
        return sorted(options) == ["a", "b"]

    assert target(sampler, {"a": 1, "b": 2}).draw(0.0, 1, rng()).tolist() == [1]


def test_a_callable_without_a_signature_is_called_with_the_value():
    assert target(max, {}).draw([3.0, 4.0], 2, rng()).tolist() == [4.0, 4.0]


def test_integers_are_told_by_the_annotation():
    def sampler(count: int):
        return count

    def sampler_of_text(count: "int"):
        return count

    wide = PrivacyClaim(1.0, 0.0, 3.5)
    for found in (target(sampler), target(sampler_of_text)):
        pairs = found.pairs(wide)
        assert pairs == [Pair(0, 3), Pair(2**53, 2**53 + 3), Pair(0, 1)]
    assert target(lambda value: value).pairs(wide) is None
    with pytest.raises(BadInput, match=r"sensitivity = 0\.5, but should be at least 1"):
        target(sampler).pairs(PrivacyClaim(1.0, 0.0, 0.5))


def test_an_argument_that_is_not_taken_is_refused():
    message = refusal(lambda value, scale=1, size=None: value, {"skale": 1})
    assert "--arg = 'skale=1', but should be one of those that" in message
    assert message.endswith("takes: value, scale")
    assert refusal(lambda: 0.0, {"a": 1}).endswith("takes: none")
    assert "takes: value" in refusal(lambda value, size, rng: value, {"size": 3})


def test_an_argument_that_is_missing_is_asked_for():
    message = refusal(lambda value, scale: value)
    assert message.startswith("--arg scale = None, but should be given, since ")


# What makes a sampler


class Made:
    def __init__(self, epsilon, sensitivity=1.0, factor=1.0):
        self.scale = factor * sensitivity / epsilon

    def __call__(self, value, size, rng):
        return value + rng.laplace(scale=self.scale, size=size)


def test_a_class_is_made_with_the_claim_and_the_arguments():
    draws = target(Made, {"factor": 3.0}).draw(1.0, 9, rng(2))
    assert draws.tolist() == (1.0 + rng(2).laplace(scale=4.0, size=9)).tolist()


def test_so_is_what_a_function_makes_whose_parameters_are_all_given():
    assert target(lambda sensitivity, epsilon: Made(epsilon, sensitivity)).seeded
    assert target(lambda: Made(1.0)).seeded


def test_a_target_is_a_target():
    class Mine(Target):
        def __init__(self, epsilon):
            self.about = About(f"mine {epsilon}")

        def draw(self, value, count, rng):
            return np.zeros(count)

    mine = Mine(3)
    assert target(mine) is mine
    assert target(Mine).about.name == "mine 1.5"


def test_what_cannot_be_made_is_refused():
    class Picky:
        def __init__(self, epsilon, mode):
            raise ValueError(f"no mode {mode}")

    assert "--arg mode = None" in refusal(Picky)
    message = refusal(Picky, {"mode": 1})
    assert "made with epsilon=1.5, mode=1; it raised ValueError: no mode 1" in message
    assert "with no arguments; it raised ZeroDivisionError" in refusal(lambda: 1 / 0)
    assert "delta = 0.0, but should be a number in (0, 1)" in refusal(
        dp.Gaussian, claim=PrivacyClaim(1.0)
    )


def test_what_is_made_has_to_be_a_sampler():
    assert "called, it made an object of type float" in refusal(lambda: 1.0)
    assert "called, it made None" in refusal(lambda: None)
    assert "called, it made an object of type function" in refusal(lambda: lambda size: size)


# What functions may return


@pytest.mark.parametrize(
    ("returned", "kind", "draws"),
    [
        (1.5, "f", [1.5]),
        (np.float32(0.5), "f", [0.5]),
        (np.array(2.5), "f", [2.5]),
        (np.array([2.5]), "f", [2.5]),
        (float("inf"), "f", [np.inf]),
        (Fraction(1, 4), "f", [0.25]),
        (Fraction(10) ** 400, "f", [np.inf]),
        (-(Fraction(10) ** 400), "f", [-np.inf]),
        (Decimal("0.25"), "f", [0.25]),
        (7, "i", [7]),
        (2**53 + 1, "i", [2**53 + 1]),
        (2**70, "f", [2.0**70]),
        (-(2**70), "f", [-(2.0**70)]),
        (np.uint64(2**64 - 1), "f", [2.0**64]),
        (True, "i", [1]),
        (np.True_, "i", [1]),
        ("yes", "U", ["yes"]),
        (np.str_("no"), "U", ["no"]),
        ([1.0, 2], "f", [[1.0, 2.0]]),
        ((1, 2, 3), "i", [[1, 2, 3]]),
        ([[1.0, 2.0], [3.0, 4.0]], "f", [[1.0, 2.0, 3.0, 4.0]]),
        (np.array([1.0, 2.0]), "f", [[1.0, 2.0]]),
    ],
)
def test_what_may_be_returned(returned, kind, draws):
    found = target(lambda value: returned).draw(0.0, 1, rng())
    assert found.dtype.kind == kind
    assert found.tolist() == draws
    assert found.dtype in (np.float64, np.int64) or kind == "U"
    twice = target(lambda value: returned).draw(0.0, 2, rng())
    assert twice.tolist() == draws * 2


@pytest.mark.parametrize(
    ("returned", "draws"),
    [
        (np.zeros(2, dtype=np.float32), [0.0, 0.0]),
        ([1, 2], [1, 2]),
        ((True, False), [1, 0]),
        (np.array([1, 2**64 - 1], dtype=np.uint64), [1, 2**63 - 1]),
        (np.array([True, False]), [1, 0]),
        (np.array(["a", "b"]), ["a", "b"]),
        (np.array([1, Fraction(1, 2)], dtype=object), [1.0, 0.5]),
        (np.zeros((2, 1)), [0.0, 0.0]),
        (np.zeros((2, 3)), [[0.0] * 3] * 2),
        (np.zeros((2, 2, 2)), [[0.0] * 4] * 2),
    ],
)
def test_what_may_be_returned_for_a_size(returned, draws):
    assert target(lambda value, size: returned).draw(0.0, 2, rng()).tolist() == draws


def test_one_draw_may_come_without_an_array():
    assert target(lambda value, size: 4.0).draw(0.0, 1, rng()).tolist() == [4.0]


def test_no_draws_are_no_draws():
    assert target(lambda value: value).draw(0.0, 0, rng()).shape == (0,)
    assert checked(np.empty(0), 0, "it").shape == (0,)


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (None, "returned None, but should return a number, a vector of numbers or a string"),
        (float("nan"), "returned NaN"),
        (Decimal("nan"), "returned NaN"),
        ([1.0, float("nan")], "returned NaN"),
        (1j, "returned 1j (complex)"),
        (b"yes", "returned b'yes' (bytes)"),
        ({"a": 1}, "returned {'a': 1} (dict)"),
        ([], "returned empty vectors"),
        (["a", "b"], "returned vectors of strings, but should join them into one"),
        ([1.0, None], "returned None"),
        ([[1], [1, 2]], "returned vectors of 1 and of 2 numbers"),
        (object, "returned <class 'object'> (type)"),
        (range(10**6), "returned range(0, 1000000) (range)"),
    ],
)
def test_what_may_not_be_returned(returned, message):
    assert f"at the input 3.0 {message}" in failure(lambda value: returned)


def test_long_objects_are_cut_short():
    message = failure(lambda value: {"a": "x" * 500})
    assert "x…" in message
    assert len(message) < 250


@pytest.mark.parametrize(
    ("sequence", "message"),
    [
        ([[1.0], [1.0, 2.0]], "returned vectors of 1 and of 2 numbers, but should return vectors"),
        ([[1.0, 2.0], 3.0], "returned vectors, but once returned 3.0 (float)"),
        ([1.0, "a"], "returned 'a' (str), but should return"),
    ],
)
def test_all_draws_are_of_one_kind(sequence, message):
    draws = iter(sequence * 2)
    with pytest.raises(TargetError) as caught:
        target(lambda value: next(draws)).draw(0.0, 2, rng())
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (np.zeros(3), "returned 3 draws, but should return 4"),
        (1.0, "returned 1 draw, but should return 4"),
        ("abcd", "returned 1 draw, but should return 4"),
        (np.array([1.0, np.nan, 3.0, 4.0]), "returned NaN"),
        (np.array([["a", "b"]] * 4), "returned vectors of strings"),
        (np.zeros((4, 0)), "returned empty vectors"),
        (np.zeros(4, dtype=complex), "returned np.complex128(0j)"),
        (np.array([1.0, None, 2.0, 3.0], dtype=object), "returned None"),
    ],
)
def test_what_may_not_be_returned_for_a_size(returned, message):
    assert message in failure(lambda value, size: returned)


def test_an_exception_is_named_with_the_input():
    def sampler(value):
        raise KeyError("no noise")

    message = failure(sampler)
    assert message.endswith("at the input 3.0 raised KeyError: 'no noise'")
    assert "raised SystemExit: 1" in failure(lambda value: sys.exit(1))


class Panic(BaseException):
    """What a library in Rust may raise."""


def panic(*_, **__):
    raise Panic("index out of bounds")


def interrupt(*_, **__):
    raise KeyboardInterrupt


def test_a_panic_is_a_failure_and_an_interrupt_is_none():
    assert "Panic: index out of bounds" in failure(panic)
    with pytest.raises(KeyboardInterrupt):
        target_of(interrupt, CLAIM).draw(0.0, 1, np.random.default_rng(0))
    with pytest.raises(BadInput, match="Panic: index out of bounds"):
        target_of(lambda size: panic(), CLAIM)
    with pytest.raises(KeyboardInterrupt):
        target_of(lambda size: interrupt(), CLAIM)


def test_infinite_draws_make_no_noise():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        draws = target(lambda value, size: np.array([np.inf, -np.inf])).draw(0.0, 2, rng())
    assert draws.tolist() == [np.inf, -np.inf]


# Noise that is added


NEEDED = {
    "LightTailedLaplace": {"bend": 0.5},
    "DiscreteGaussian": {"sigma": 3},
    "Skellam": {"mu": 9},
}


@pytest.mark.parametrize("name", list(all_mechanisms()) + list(integer_mechanisms()))
def test_our_mechanisms_are_targets(name):
    arguments = NEEDED.get(name, {})
    found = find(f"dpproofs:{name}", CLAIM, arguments) if hasattr(dp, name) else None
    if found is None:
        found = target((all_mechanisms() | integer_mechanisms())[name], arguments)
    first, second = (found.draw(5, 1000, rng(1)) for _ in range(2))
    assert found.seeded
    assert first.tolist() == second.tolist()
    assert abs(np.median(first) - 5) < 60
    whole = name in integer_mechanisms()
    assert first.dtype == (np.int64 if whole else np.float64)
    assert (found.pairs(CLAIM) is not None) is whole
    copy = copied(found)
    assert copy.draw(5, 1000, rng(1)).tolist() == first.tolist()


def test_a_mechanism_has_the_numbers_of_the_claim():
    found = find("dpproofs:Staircase", CLAIM, {"sensitivity": 4, "gamma": 0.25})
    expected = {"epsilon": 1.5, "sensitivity": 4.0, "gamma": 0.25}
    assert found.computed() == Computed("staircase", expected)
    assert found.about.library == "dpproofs"
    assert found.about.version == dp.__version__
    draws = found.draw(0.5, 100, rng(0))
    noise = dp.Staircase(1.5, 4, gamma=0.25).sample(100, rng=rng(0))
    assert draws.tolist() == (0.5 + noise).tolist()


@pytest.mark.parametrize(
    ("mechanism", "computed"),
    [
        (dp.Laplace(2, 3), Computed("laplace", {"scale": 1.5})),
        (dp.Gaussian.of_sigma(4), Computed("gaussian", {"sigma": 4.0})),
        (dp.Geometric(2), Computed("geometric", {"scale": 0.5})),
        (dp.DiscreteStaircase(2, 1), Computed("geometric", {"scale": 0.5})),
        (dp.DiscreteStaircase(2, 3), None),
        (dp.DiscreteGaussian(2), Computed("discrete_gaussian", {"sigma": 2.0})),
        (dp.Skellam(2), None),
        (
            dp.UniformWithAtom(0.5, 1, alpha=0.25),
            Computed("uniform_with_atom", {"half_width": 1.5, "atom": 0.25}),
        ),
        (
            dp.TruncatedLaplace.from_bounds(3, 20),
            Computed("truncated_laplace", {"scale": 3.0, "bound": 20.0}),
        ),
        (stats.laplace(1, scale=2), Computed("laplace", {"scale": 2.0})),
        (stats.laplace(1, 2), Computed("laplace", {"scale": 2.0})),
        (stats.norm(), Computed("gaussian", {"sigma": 1.0})),
        (stats.uniform(-1, 3), Computed("uniform", {"low": -1.0, "high": 2.0})),
        (stats.logistic(), None),
    ],
)
def test_the_noise_is_read_off_the_object(mechanism, computed):
    assert target(mechanism).computed() == computed


@pytest.mark.parametrize(
    ("mechanism", "landmarks"),
    [
        (dp.Laplace(1), (0.0,)),
        (dp.UniformWithAtom(0.5, 1, alpha=0.25), (-1.5, 0.0, 1.5)),
        (dp.TruncatedLaplace.from_bounds(3, 20), (-20.0, 0.0, 20.0)),
        (dp.Geometric(1), ()),
        (stats.norm(), ()),
        (stats.uniform(-1, 3), (-1.0, 2.0)),
        (stats.expon(), (0.0,)),
    ],
)
def test_landmarks_are_the_knots_and_atoms(mechanism, landmarks):
    assert target(mechanism).landmarks() == landmarks


def test_the_innermost_steps_of_a_long_staircase_are_landmarks():
    landmarks = target(dp.Staircase(0.01, gamma=0.5)).landmarks()
    assert landmarks == tuple(k + 0.5 for k in range(-32, 32))


def test_a_staircase_with_too_many_steps_to_list_has_none():
    found = target(dp.Staircase(1e-6, 1e-3), claim=PrivacyClaim(1e-6, 0.0, 1.0))
    assert found.landmarks() == ()


def test_integer_noise_is_tried_at_integers():
    found = target(dp.DiscreteStaircase(1, 3))
    assert found.pairs(PrivacyClaim(1.0, 0.0, 3.5)) == [Pair(0, 3), Pair(0, 1)]
    assert found.pairs(PrivacyClaim(1.0, 0.0, 1.0)) == [Pair(0, 1)]


def test_integer_noise_keeps_integers_exact():
    found = target(dp.Geometric(1))
    assert (found.draw(2**60 + 1, 50, rng(0)) - (2**60 + 1)).tolist() == dp.Geometric(1).sample(
        50, rng=rng(0)
    ).tolist()
    assert found.draw(3.0, 2, rng()).dtype == np.int64
    assert found.draw(0.5, 2, rng()).dtype == np.float64


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (2**63, "may leave the range of 64-bit integers"),
        ("three", "cannot be added to: ValueError"),
        (None, "cannot be added to: TypeError"),
        (float("nan"), "cannot be added to: it is not finite"),
    ],
)
def test_a_sum_that_is_no_number_is_reported(value, message):
    assert message in failure(dp.Geometric(1), value)


def test_landmarks_of_other_objects_may_be_anything():
    class Torch:
        support = "real line"
        knots = ppf = atoms = 3

        def sample(self, size):
            return np.zeros(size)

    assert target(Torch()).landmarks() == ()


class Noise:
    """Draws whatever it was told to, without a generator."""

    def __init__(self, draws):
        self.draws = draws

    def sample(self, size):
        return np.array([self.draws] * size)


def test_any_object_that_samples_is_additive_noise():
    found = target(Noise(2.0))
    assert not found.seeded
    assert found.draw(1.0, 3, rng()).tolist() == [3.0] * 3
    assert found.pairs(CLAIM) is None
    assert found.computed() is None
    assert copied(found).draw(1.0, 1, rng()).tolist() == [3.0]


@pytest.mark.parametrize("draws", ["a", [1.0, 2.0]])
def test_noise_has_to_be_numbers(draws):
    assert "returned noise that is not numbers" in refusal(Noise(draws))


def test_a_function_of_a_size_draws_noise():
    def noise(scale, size=None, rng=None):
        return rng.laplace(scale=scale, size=size)

    found = target(noise, {"scale": 2})
    assert found.seeded
    assert found.draw(1.0, 5, rng(3)).tolist() == (1 + rng(3).laplace(scale=2, size=5)).tolist()
    assert find("numpy.random:standard_cauchy", CLAIM).draw(1.0, 3, rng()).shape == (3,)


def test_an_object_takes_no_arguments():
    assert "left out for an object that exists already" in refusal(Noise(1.0), {"scale": 2})


def test_noise_that_fails_later_is_reported():
    class Tired:
        def sample(self, size):
            if size > 1:
                raise OverflowError("too many")
            return np.zeros(size)

    assert "at the input 3.0 raised OverflowError: too many" in failure(Tired())


# NumPy and SciPy


def test_numpy_noise_comes_from_the_generator():
    found = find("numpy:laplace", CLAIM, {"scale": 2.0})
    assert found.draw(1.0, 5, rng(3)).tolist() == (1 + rng(3).laplace(scale=2, size=5)).tolist()
    assert found.computed() == Computed("laplace", {"scale": 2.0})
    assert found.about == About("numpy:laplace", "numpy", np.__version__, {"scale": 2.0})
    assert copied(found) == found


@pytest.mark.parametrize(
    ("name", "arguments", "computed"),
    [
        ("normal", {"scale": 3}, Computed("gaussian", {"sigma": 3.0})),
        ("standard_normal", {}, Computed("gaussian", {"sigma": 1.0})),
        ("uniform", {"low": -2, "high": 2}, Computed("uniform", {"low": -2.0, "high": 2.0})),
        ("random", {}, Computed("uniform", {"low": 0.0, "high": 1.0})),
        ("logistic", {}, None),
        ("standard_normal", {"dtype": "float32"}, None),
    ],
)
def test_numpy_noise_is_known(name, arguments, computed):
    assert find(f"numpy:{name}", CLAIM, arguments).computed() == computed


def test_integers_of_numpy_and_scipy_are_integers():
    for name, arguments in (("numpy:geometric", {"p": 0.5}), ("scipy:dlaplace", {"a": 1.0})):
        found = find(name, CLAIM, arguments)
        assert found.draw(1, 5, rng()).dtype == np.int64
        assert found.pairs(CLAIM)


def test_the_ends_of_uniform_noise_are_landmarks():
    assert find("numpy:uniform", CLAIM, {"low": -2}).landmarks() == (-2.0, 1.0)
    assert find("numpy:normal", CLAIM).landmarks() == ()


def test_vectors_and_permutations_are_not_among_the_names():
    assert {"laplace", "normal", "geometric", "integers"} <= set(numpy_names())
    assert not {"choice", "dirichlet", "shuffle", "bytes", "spawn"} & set(numpy_names())
    assert {"laplace", "norm", "dlaplace"} <= set(scipy_names())


def test_scipy_noise_comes_from_the_generator():
    found = find("scipy:laplace", CLAIM, {"scale": 2.0})
    expected = 1 + stats.laplace(scale=2).rvs(5, random_state=rng(3))
    assert found.draw(1.0, 5, rng(3)).tolist() == expected.tolist()
    assert found.about.library == "scipy"
    assert copied(found).draw(1.0, 5, rng(3)).tolist() == expected.tolist()


def test_scipy_distributions_are_also_found_as_python_objects():
    assert find("scipy.stats:norm", CLAIM, {"scale": 2}).computed().parameters == {"sigma": 2.0}
    assert target(stats.Normal, {"mu": 0.0, "sigma": 2.0}).seeded


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("numpy:laplac", {}, "but should be one of numpy:laplace"),
        ("numpy:laplace", {"skale": 1}, "one of those that numpy:laplace takes: loc, scale"),
        ("numpy:laplace", {"scale": -1}, "numpy:laplace raised ValueError: scale < 0"),
        ("numpy:laplace", {"scale": "wide"}, "drawn with these parameters: numpy:laplace raised "),
        ("numpy:" + "q" * 20, {}, "one of numpy:beta, numpy:binomial, "),
        ("scipy:" + "q" * 20, {}, " in all)"),
        ("scipy:laplace", {"scale": "wide"}, "but should be "),
        ("numpy:zipf", {}, "--arg a = None, but should be given, since numpy:zipf needs it"),
        ("scipy:laplac", {}, "but should be one of scipy:laplace"),
        ("scipy:laplace", {"skale": 1}, "made with skale=1; it raised TypeError"),
        ("scipy:laplace", {"scale": -1}, "raised ValueError: Domain error"),
        ("scipy:gamma", {}, "made with no arguments; it raised TypeError"),
    ],
)
def test_what_numpy_and_scipy_refuse_is_refused(name, arguments, message):
    with pytest.raises(BadInput) as caught:
        find(name, CLAIM, arguments)
    assert message in str(caught.value)
