"""What functions of a number and of an array hand back is what their types say."""

import inspect
import typing

import numpy as np
import pytest

import dpproofs as dp
from dpproofs.mechanisms import elementwise

NOISES = [
    dp.Laplace(1),
    dp.Gaussian(1, 1e-5),
    dp.Staircase(1),
    dp.TruncatedLaplace(1, 0.01),
    dp.LightTailedLaplace(1, 0.01, 0.1),
    dp.Tulap(1, 0.01),
    dp.UniformWithAtom(0.1),
    dp.Geometric(1),
    dp.DiscreteStaircase(1, 3),
    dp.TruncatedGeometric(1, 0.01),
    dp.DiscreteGaussian(sigma=1),
    dp.Skellam(3),
    dp.RandomizedResponse(1),
    dp.VectorStaircase(1, dimension=2),
    dp.KNorm(1, dimension=2),
    dp.VectorGaussian(1, 1e-5, dimension=2),
    dp.Schroedinger(variance=1),
    dp.Cactus(variance=1, n=20),
]

EXACT = {"sample_exact"}  # of vectors: always an array


def of_numbers(noise):
    """The methods that say what comes out of a number."""
    for name, found in inspect.getmembers(type(noise), inspect.isfunction):
        overloads = typing.get_overloads(found)
        if overloads and "Number" in overloads[0].__annotations__.values():
            yield name, getattr(noise, name)


def parts(values):
    return values if isinstance(values, tuple) else (values,)


@pytest.mark.parametrize("noise", NOISES, ids=lambda noise: type(noise).__name__)
def test_a_number_gives_a_number_and_an_array_one_of_its_shape(noise):
    methods = dict(of_numbers(noise))
    assert "privacy_profile" in methods
    for name, method in methods.items():
        for number in (0.5, 1, np.int64(1)):
            assert all(type(v) is np.float64 for v in parts(method(number))), name
        for many in ([[0.5], [1]], np.array([[1], [0]]), ((0.25,), (0.75,))):
            assert all(v.shape == (2, 1) and v.dtype == float for v in parts(method(many))), name


@pytest.mark.parametrize("noise", NOISES, ids=lambda noise: type(noise).__name__)
def test_what_takes_an_array_or_a_number_says_what_comes_out_of_either(noise):
    for name, found in inspect.getmembers(type(noise), inspect.isfunction):
        told = found.__annotations__
        if not name.startswith("_") and "Array" in told.get("return", ""):
            assert "ArrayLike" not in told.values() or typing.get_overloads(found) or name in EXACT


def test_kinds_of_noise_see_arrays_alone():
    class Deaf(elementwise.Leaking):
        def _profile(self, epsilon):
            assert isinstance(epsilon, np.ndarray)
            return epsilon

    assert type(Deaf().privacy_profile(1)) is np.float64
    assert Deaf().privacy_profile([[1, 2]]).shape == (1, 2)
