"""Targets that other processes can import, to be spread over workers."""

import os
import signal

import numpy as np

from dpproofs.auditing.target import About, Pair, Target, TargetError


class Sampler(Target):
    """Laplace noise; kills the process that draws for the first time after a file has appeared."""

    seeded = True
    about = About("sampler")

    def __init__(self, scale=1.0, order=None, always=False):
        self.scale, self.order, self.always = scale, order, always

    def draw(self, value, count, rng):
        if self.order is not None and self.order.exists():
            if not self.always:
                self.order.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        return value + rng.laplace(scale=self.scale, size=count)


class Fails(Sampler):
    def draw(self, *_):
        raise TargetError("it broke")


class Vectors(Sampler):
    def draw(self, value, count, rng):
        return np.array(value) + rng.laplace(size=(count, 2))

    def pairs(self, claim):
        del claim
        return [Pair((0, 0), (0, 1))]


class Answers(Sampler):
    def draw(self, value, count, rng):
        return np.where(rng.random(count) < 0.6, value, "no").astype(str)

    def pairs(self, claim):
        del claim
        return [Pair("yes", "no")]
