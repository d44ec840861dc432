"""Answers that share memory: copied when they arrive, and told; private constants pass."""

from copy import deepcopy

import numpy as np
import pytest

import dpproofs as dp
from dpproofs.auditing.target import BatchFailed, TargetError
from dpproofs.auditing.targets.handed_out import HandedOut, Overwritten, alike
from dpproofs.auditing.targets.repeats import same_at_both

BUFFER = np.empty(1 << 16)


def buffered(value, size, rng):
    out = BUFFER[:size]
    out[:] = value + rng.laplace(size=size)
    return out


class Service:
    """Keeps one dictionary, list or object, and fills it at every call."""

    def __init__(self, answer, fill):
        self.answer, self.fill = answer, fill

    def __call__(self, value, rng):
        self.fill(self.answer, value + rng.laplace())
        return self.answer


class Answer:
    number = 0.0

    def __repr__(self):
        return f"Answer({self.number})"


def _into_dictionary(answer, number):
    answer["count"] = number


def _into_first(answer, number):
    answer[0] = number


def _into_part(answer, number):
    answer[1]["counts"][0] = number


def _into_set(answer, number):
    answer.clear()
    answer.add(round(number))


def _into_bytes(answer, number):
    answer[:] = np.float64(number).tobytes()


REUSED = {
    "array": buffered,
    "dictionary": Service({}, _into_dictionary),
    "list": Service([0.0], _into_first),
    "inner array": Service(("counts", {"counts": np.zeros(2)}), _into_part),
    "set": Service(set(), _into_set),
    "bytes": Service(bytearray(8), _into_bytes),
    "object": Service(Answer(), lambda answer, number: setattr(answer, "number", number)),
}


@pytest.mark.parametrize("name", REUSED)
def test_an_answer_that_is_changed_in_a_later_call_is_an_error(name):
    report = dp.audit(REUSED[name], epsilon=1, max_draws=2_000)
    assert report.verdict == "error"
    assert "share memory" in report.error


@pytest.mark.parametrize(
    "private",
    [
        lambda value, size, rng: np.array(buffered(value, size, rng)),
        lambda value, rng: {"count": value + rng.laplace()},
        lambda value: 0.25,  # noqa: ARG005
        lambda value: [],  # noqa: ARG005
        lambda value, size: np.full(size, 0.25),  # noqa: ARG005
    ],
    ids=["array", "dictionary", "constant", "empty", "constants"],
)
def test_copies_constants_and_empty_releases_pass(private):
    assert dp.audit(private, epsilon=1, max_draws=2_000).verdict == "no violation found"


def test_the_same_objects_may_be_chosen_again():
    candidates = [["a"], ["b"], ["c"]]

    def chosen(value, rng):
        del value
        return candidates[int(rng.integers(3))]

    assert dp.audit(chosen, epsilon=1, max_draws=2_000).verdict == "no violation found"


class Written:
    """Draws into one array, as a target of somebody else's."""

    def __init__(self, made):
        self.target = made(self.draw)

    def draw(self, value, count, rng):
        out = BUFFER[:count]
        out[:] = value + rng.laplace(scale=0.2, size=count)
        return out


def test_what_a_target_overwrites_is_seen_as_it_was(made):
    assert dp.audit(Written(made).target, epsilon=1, max_draws=2_000).verdict == "violation"


def test_noise_that_is_drawn_once_for_both_inputs_is_an_error(made):
    def twice(value, count, rng):
        del value, rng
        return np.random.default_rng(count).laplace(size=count)

    report = dp.audit(made(twice), epsilon=1, max_draws=2_000)
    assert report.verdict == "error"
    assert "the same numbers at both inputs" in report.error


def test_what_agrees_by_chance_is_not_told():
    rng = np.random.default_rng(0)
    rare = np.where(np.arange(40) == 7, 0.5, 1.5)
    assert not same_at_both(rare, rare)
    assert not same_at_both(np.arange(200), np.arange(200))
    assert not same_at_both(np.arange(200.0), np.arange(200.0))
    noise = rng.normal(size=64)
    assert same_at_both(noise, noise)
    assert not same_at_both(noise, np.append(noise[:63], 1.0))


def test_what_is_sent_elsewhere_remembers_nothing():
    kept, answer = HandedOut(), [1.0]
    assert kept.copied(answer) is not answer
    answer[0] = 2.0
    assert deepcopy(kept).copied(3.0) == 3.0  # as pickle does
    with pytest.raises(Overwritten, match="share memory"):
        kept.copied(3.0)


def test_a_call_for_many_that_fails_is_no_matter_of_memory():
    assert not issubclass(Overwritten, BatchFailed)
    assert issubclass(Overwritten, TargetError)


class Locked:
    def __deepcopy__(self, memo):
        raise TypeError("it has a lock")


def test_what_cannot_be_copied_is_taken_as_it_is():
    answer = Locked()
    assert HandedOut().copied(answer) is answer


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        (float("nan"), float("nan"), True),
        (np.array([np.nan]), np.array([np.nan]), True),
        (np.array([0.0]), np.array([-0.0]), False),
        (np.zeros((2, 3)), np.zeros((3, 2)), False),
        (np.array([{}], dtype=object), np.array([{}], dtype=object), True),
        (np.array([{}], dtype=object), np.array([{1: 2}], dtype=object), False),
        ([1], (1,), False),
        ([1], [1, 2], False),
        ({"a": 1, "b": 1}, {"b": 1, "a": 1}, False),
        (1, 1.0, False),
    ],
)
def test_answers_are_compared_to_the_last_bit(first, second, same):
    assert alike(first, second) is same
