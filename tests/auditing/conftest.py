"""Targets made of a function, for tests that need to know what they draw from."""

import os
import posix

import numpy as np
import pytest

from dpproofs.auditing.target import About, Target


class Made(Target):
    """A target that calls a function with a value, a count and a generator."""

    seeded = True

    def __init__(self, function, pairs=None, landmarks=()):
        self.about = About("made")
        self.function, self.own_pairs, self.marks = function, pairs, landmarks

    def draw(self, value, count, rng):
        return self.function(value, count, rng)

    def pairs(self, claim):
        del claim
        return self.own_pairs

    def landmarks(self):
        return self.marks


def _laplace(value, count, rng, scale):
    return value + rng.laplace(scale=scale, size=count)


@pytest.fixture
def made():
    """Make a target of a function."""
    return Made


@pytest.fixture
def laplace():
    """Make a target that adds Laplace noise of a scale."""

    def make(scale):
        return Made(lambda value, count, rng: _laplace(value, count, rng, scale))

    return make


@pytest.fixture
def quick_children(monkeypatch):
    """Forked children leave at once, and do not write this process's coverage a second time."""
    monkeypatch.setattr(os, "_exit", posix._exit)


@pytest.fixture
def rng():
    """Randomness that is the same in every run."""
    return np.random.default_rng(20)
