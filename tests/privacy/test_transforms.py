"""The lemmas of the staircase paper keep their two promises, exactly."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate, pairwise

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st

from dpproofs.kernel.errors import BadInput
from dpproofs.privacy import transforms as lemma
from dpproofs.privacy.exact import StepDistribution, exact_staircase, exact_uniform_with_atom
from dpproofs.privacy.transforms.decay import even_integers
from dpproofs.privacy.transforms.levels import (
    Levels,
    even_levels,
    even_noise,
    joined,
    repeated,
    sorted_levels,
)
from dpproofs.privacy.transforms.sorting import integer_levels
from dpproofs.testing.strategies import PrivateLevels, private_levels

F = Fraction
HALF = F(1, 2)
SIZE = F(2)
quick = settings(max_examples=30, deadline=None)
hunt = settings(
    max_examples=1000, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
symmetric = private_levels(symmetric=True)
decreasing = private_levels(symmetric=True, decreasing=True)
small = private_levels(symmetric=True, decreasing=True, most=2)


def width(drawn: PrivateLevels) -> Fraction:
    return SIZE / drawn.bins


def sides(drawn: PrivateLevels) -> tuple[Levels, Levels]:
    right, left = (Levels(side, drawn.bins, drawn.ratio) for side in (drawn.right, drawn.left))
    return right, left


def noise(drawn: PrivateLevels) -> StepDistribution:
    """Noise of sensitivity SIZE, with ``drawn.bins`` bins in each."""
    return joined(*sides(drawn), width(drawn))


def integers(drawn: PrivateLevels) -> StepDistribution:
    """Noise on the integers, of sensitivity ``drawn.bins``."""
    return joined(*sides(drawn), F(1), -HALF)


def even_on_integers(drawn: PrivateLevels) -> StepDistribution:
    right, _ = sides(drawn)
    left = Levels(tuple(right[k + 1] for k in range(len(right.values))), right.period, right.ratio)
    return joined(right, left, F(1), -HALF)


def private(made: StepDistribution, drawn: PrivateLevels, size: Fraction | int = SIZE) -> bool:
    return lemma.is_private(made, drawn.b, F(size))


def periods(drawn: PrivateLevels) -> tuple[Fraction, ...]:
    """A decreasing period in the range that privacy leaves."""
    return drawn.right[: drawn.bins]


def from_period(first: tuple[Fraction, ...], b: Fraction) -> StepDistribution:
    return even_noise(repeated(first, b), SIZE / len(first))


def keeps(new: StepDistribution, old: StepDistribution, drawn: PrivateLevels) -> bool:
    """Both promises."""
    return private(new, drawn) and lemma.costs_no_more(new, old)


# -- the two deciders -----------------------------------------------------------------------------


@given(private_levels(most=3), st.fractions(HALF, 2, max_denominator=4))
@settings(max_examples=40, deadline=None)
def test_privacy_is_what_the_divergence_says(drawn: PrivateLevels, harder: Fraction) -> None:
    made, b = noise(drawn), min(F(1), drawn.b * harder)
    grid = [k * width(drawn) for k in range(-drawn.bins, drawn.bins + 1)]
    by_divergence = all(made.divergence(d, 1 / b) == 0 for d in grid)
    assert lemma.is_private(made, b, SIZE) == by_divergence


@given(private_levels(), st.lists(st.fractions(F(1, 9), 9, max_denominator=9), max_size=4))
@quick
def test_a_smaller_tail_costs_less_whatever_the_steps(
    drawn: PrivateLevels, jumps: list[Fraction]
) -> None:
    old = lemma.symmetrised(noise(drawn))
    new = lemma.rearranged(old, width(drawn))
    cost = {x: F(place + 1) for place, x in enumerate(jumps)}
    assert new.step_cost(cost) <= old.step_cost(cost)
    assert new.moment(1) <= old.moment(1)
    assert new.moment(3) <= old.moment(3)


@given(private_levels())
@quick
def test_drawn_noise_is_private(drawn: PrivateLevels) -> None:
    assert private(noise(drawn), drawn)
    assert private(integers(drawn), drawn, drawn.bins)
    assert drawn.b <= drawn.ratio < 1


def test_drawn_noise_is_often_at_the_bound() -> None:
    tight = find(
        private_levels(), lambda d: not lemma.is_private(noise(d), d.b * F(101, 100), SIZE)
    )
    assert len(tight.right) <= 1 + tight.bins


def test_an_atom_is_not_private() -> None:
    assert not lemma.is_private(exact_uniform_with_atom(HALF, F(1, 4)), HALF, F(1))


# -- Theorem 2, Lemmas 14 to 16, 19 ---------------------------------------------------------------


@st.composite
def families(draw: st.DrawFn) -> tuple[list[StepDistribution], PrivateLevels, Fraction, Fraction]:
    """Private families of period n T/n: private noise with its levels near 0 changed a little."""
    drawn = draw(private_levels(most=2))
    right, left = sides(drawn)
    step = draw(st.sampled_from([F(1), F(2, 3), F(3, 2)]))
    least = F(9, 10)
    members = []
    for _ in range(draw(st.integers(1, 4))):
        changed = [
            Levels(
                tuple(
                    value * (draw(st.sampled_from([F(1), least])) if k < 2 else 1)
                    for k, value in enumerate((*side.values, *(side[len(side.values) + k]
                        for k in range(side.period + 2))))
                ),
                side.period,
                side.ratio,
            )
            for side in (right, left)
        ]  # fmt: skip
        members.append(joined(*changed, width(drawn)))
    # A factor of at most 10/9 for the levels, and as much for the normalisation.
    return members, drawn, drawn.b * least**2, step


@given(families())
@settings(max_examples=25, deadline=None)
def test_the_average_of_a_family_is_private_and_costs_no_more_than_its_dearest_member(
    drawn: tuple[list[StepDistribution], PrivateLevels, Fraction, Fraction],
) -> None:
    members, _, b, step = drawn
    assert lemma.is_private_family(members, b, SIZE, step)
    average = lemma.constant_family(members)
    assert lemma.is_private(average, b, SIZE)
    assert lemma.is_private_family([average], b, SIZE, step)
    for p in (1, 2):
        assert average.moment(p) <= max(member.moment(p) for member in members)
    shifted = [*members[1:], members[0]]  # Lemma 14
    assert lemma.is_private_family(shifted, b, SIZE, step)


def test_noise_of_another_value_may_not_be_far_away() -> None:
    one = exact_staircase(HALF, HALF)
    assert lemma.is_private_family([one, one], HALF, F(1), F(1))
    assert not lemma.is_private_family([one, exact_staircase(HALF, F(1, 4))], HALF, F(1), F(1))


@given(private_levels())
@quick
def test_symmetrising_keeps_privacy_and_every_even_cost(drawn: PrivateLevels) -> None:
    old = noise(drawn)
    new = lemma.symmetrised(old)
    assert private(new, drawn)
    assert lemma.costs_no_more(new, old)
    assert lemma.costs_no_more(old, new)
    even_levels(new, width(drawn))


@given(private_levels(symmetric=True, most=4), st.integers(1, 4))
@quick
def test_averaging_over_bins_keeps_privacy_and_the_mass_of_each_bin(
    drawn: PrivateLevels, count: int
) -> None:
    old = noise(drawn)
    new = lemma.discretised(old, SIZE, count)
    assert private(new, drawn)
    cell = SIZE / count
    for k in range(3 * count):
        assert new.mass([(0, (k + 1) * cell)]) == old.mass([(0, (k + 1) * cell)])
    assert abs(new.moment(1) - old.moment(1)) <= cell
    same = lemma.discretised(old, SIZE, drawn.bins * count)
    assert lemma.costs_no_more(same, old)
    assert lemma.costs_no_more(old, same)


def test_averaging_over_bins_may_cost_more() -> None:
    """Lemma 19 speaks of the limit only."""
    drawn = find(symmetric, lambda d: not lemma.costs_no_more(
        lemma.discretised(noise(d), SIZE, 1), noise(d)), settings=hunt)  # fmt: skip
    assert drawn.bins == 2


# -- Lemmas 21 and 28: sorting --------------------------------------------------------------------


@given(symmetric)
@quick
def test_sorting_keeps_privacy_and_does_not_cost_more(drawn: PrivateLevels) -> None:
    old = noise(drawn)
    new = lemma.rearranged(old, width(drawn))
    assert keeps(new, old, drawn)
    assert even_levels(new, width(drawn)).decreasing


@given(symmetric)
@quick
def test_sorting_is_a_permutation(drawn: PrivateLevels) -> None:
    levels, _ = sides(drawn)
    ordered = sorted_levels(levels)
    least = min(levels.values) * levels.ratio**2
    count = len(levels.values) + 60 * levels.period
    kept = sorted((a for k in range(count) if (a := levels[k]) > least), reverse=True)
    assert kept == [ordered[k] for k in range(len(kept))]
    assert ordered.total == levels.total


@given(private_levels())
@quick
def test_sorting_on_the_integers_keeps_privacy_and_does_not_cost_more(
    drawn: PrivateLevels,
) -> None:
    old = integers(drawn)
    new = lemma.rearranged_integers(old)
    assert private(new, drawn, drawn.bins)
    assert lemma.costs_no_more(new, old)
    right, left = integer_levels(new)
    assert all(right[k] >= right[k + 1] >= left[k] >= right[k + 2] for k in range(20))
    even = lemma.symmetrised(new)  # Lemma 29
    assert private(even, drawn, drawn.bins)
    assert lemma.costs_no_more(even, new)
    assert integer_levels(even)[0].decreasing


# -- Lemmas 23 and 30: geometric decay ------------------------------------------------------------


@given(decreasing)
@quick
def test_the_fastest_decay_keeps_privacy_and_does_not_cost_more(drawn: PrivateLevels) -> None:
    old = noise(drawn)
    new = lemma.decaying(old, width(drawn), SIZE, drawn.b)
    assert keeps(new, old, drawn)
    assert new.ratio == drawn.b
    assert new.density(0) >= old.density(0)


@given(decreasing)
@quick
def test_the_same_on_the_integers(drawn: PrivateLevels) -> None:
    old = even_on_integers(drawn)
    new = lemma.decaying_integers(old, drawn.bins, drawn.b)
    assert private(new, drawn, drawn.bins)
    assert lemma.costs_no_more(new, old)
    assert integer_levels(new)[0][drawn.bins] == drawn.b * integer_levels(new)[0][0]


@given(decreasing, st.integers(0, 8))
@quick
def test_the_exchange_of_the_paper_keeps_privacy_and_does_not_cost_more(
    drawn: PrivateLevels, place: int
) -> None:
    levels, _ = sides(drawn)
    new = lemma.exchanged(levels, drawn.bins, place, drawn.b)
    assert new[place] * drawn.b == new[place + drawn.bins]
    old, made = (even_noise(row, width(drawn)) for row in (levels, new))
    assert lemma.costs_no_more(made, old)
    ends = [levels[k] == levels[k + drawn.bins] / drawn.b for k in range(place)]
    if all(ends):  # the ratios before are e^epsilon, as the proof has it
        assert private(made, drawn)


def test_the_exchange_of_the_paper_may_undo_what_it_needs() -> None:
    """e^epsilon = 2 and two bins: a_3 falls below a_4. With one bin, a_0 = 2 a_1 is lost."""
    levels = Levels(tuple(map(F, (8, 6, 4, 4, 4, 4))), 2, HALF)
    assert lemma.is_private(even_noise(levels, F(1)), HALF, SIZE)
    assert not lemma.exchanged(levels, 2, 1, HALF).decreasing
    single = Levels(tuple(map(F, (4, 2, 2))), 1, HALF)
    assert single[0] == 2 * single[1]
    assert lemma.exchanged(single, 1, 1, HALF)[0] < 2 * lemma.exchanged(single, 1, 1, HALF)[1]


# -- Lemmas 24 to 27 and 31, step 8 ---------------------------------------------------------------


@given(decreasing)
@quick
def test_two_and_three_levels_keep_privacy_and_do_not_cost_more(drawn: PrivateLevels) -> None:
    first, b = periods(drawn), drawn.b
    chain = [first]
    if len(first) > 1:
        chain.append(lemma.steepened(first, b))
        assert chain[-1][-1] == b * chain[-1][0]
    chain.append(lemma.three_levels(chain[-1]))
    assert len({*chain[-1]} - {chain[-1][0], chain[-1][-1]}) <= 1
    made = [from_period(levels, b) for levels in chain]
    if len(first) > 1:
        made.append(lemma.nearest_staircase(chain[-1], b, SIZE))
    for old, new in pairwise(made):
        assert keeps(new, old, drawn)
    assert len({sum(levels) for levels in chain}) == 1


@given(decreasing, st.lists(st.integers(-9, 9), min_size=6, max_size=6))
@quick
def test_some_period_of_two_levels_is_as_good(drawn: PrivateLevels, numbers: list[int]) -> None:
    first, b = periods(drawn), drawn.b
    weights = lemma.layers(first, b)
    count = len(first)
    rows = [lemma.two_levels(r, count, b) for r in range(1, count + 1)]
    assert min(weights) >= 0
    assert first == tuple(
        sum((w * row[k] for w, row in zip(weights, rows, strict=True)), F(0)) for k in range(count)
    )
    excess = [F(number) for number in numbers[:count]]
    least = min(lemma.expected_excess(row, excess) for row in rows)
    if least >= 0:
        assert lemma.expected_excess(first, excess) >= 0
    # On the line and on the integers: no cost that steps once is below the best P_r.
    for made, parts in (
        (from_period(first, b), [from_period(row, b) for row in rows]),
        (
            even_integers(list(first), b),
            [lemma.integer_staircase(r, count, b) for r in range(1, count + 1)],
        ),
    ):
        for x in accumulate([HALF] * 6):
            assert min(part.step_cost({x: F(1)}) for part in parts) <= made.step_cost({x: F(1)})


def test_one_end_of_the_last_interval_may_not_be_private() -> None:
    """Lemma 31 lowers P(Delta - 1) for fixed P(0) until P(k) = P(0); privacy stops it before."""
    b, size = HALF, 3
    first = (F(4), F(3), F(2))  # P(Delta - 1) = b P(0) already, and P(k) is strictly between
    total = sum(first)
    lowered = (first[0], first[0], total - 2 * first[0])
    assert lemma.is_private(even_integers(list(first), b), b, F(size))
    assert not lemma.is_private(even_integers(list(lowered), b), b, F(size))


# -- planted faults are found ---------------------------------------------------------------------


def _swapped(levels: Levels) -> Levels:
    row = [levels[k] for k in range(len(levels.values) + levels.period)]
    row[0], row[1] = row[1], row[0]
    return Levels(tuple(row), levels.period, levels.ratio)


def _one_sided(drawn: PrivateLevels) -> bool:
    """Masses in decreasing order at 0, 1, 2, then -1, -2, ..."""
    right, left = integer_levels(integers(drawn))
    ordered = sorted_levels(right, left)
    row = [ordered[k] for k in range(len(ordered.values) + 2 * ordered.period + 6)]
    period = ordered.period // 2
    upper = Levels((row[0], row[1], row[2], *row[5::2][: len(row) // 2 - 3]), period, drawn.ratio)
    lower = Levels((row[3], row[4], *row[6::2][: len(row) // 2 - 3]), period, drawn.ratio)
    made = joined(upper, lower, F(1), -HALF)
    return private(made, drawn, drawn.bins) and lemma.costs_no_more(made, integers(drawn))


def _period_of(change: int) -> Callable[[PrivateLevels], bool]:
    def kept(drawn: PrivateLevels) -> bool:
        levels, count = sides(drawn)[0], drawn.bins + change
        if count < 1:
            return True
        cell = width(drawn)
        made = even_noise(repeated([levels[k] for k in range(count)], drawn.b), cell)
        far = noise(drawn)
        cheaper = all(made.step_cost({k * cell: F(1)}) <= far.step_cost({k * cell: F(1)})
            for k in range(1, 40))  # fmt: skip
        return private(made, drawn) and cheaper

    return kept


def _steep(drawn: PrivateLevels) -> bool:
    """Lemma 24 with all but the first level lowered to the last."""
    first = periods(drawn)
    bent = (first[0], *[drawn.b * first[0] / 2] * (len(first) - 1))
    return keeps(from_period(bent, drawn.b), from_period(first, drawn.b), drawn)


def _outwards(drawn: PrivateLevels) -> bool:
    """Lemma 26 with mass moved the other way."""
    first = periods(drawn)
    if len(first) < 3 or len(set(first[:3])) < 3:
        return True
    moved = (first[0], first[2], first[1], *first[3:])
    return keeps(from_period(moved, drawn.b), from_period(first, drawn.b), drawn)


def _other_step(drawn: PrivateLevels) -> bool:
    """Step 8 with 1 - gamma for gamma."""
    first = lemma.three_levels(lemma.steepened(periods(drawn), drawn.b))
    old = from_period(first, drawn.b)
    near, far = first[0], first[-1]
    filled = sum((level - far) / (near - far) for level in first) / len(first)
    return keeps(exact_staircase(drawn.b, 1 - filled, SIZE), old, drawn)


FAULTS: dict[str, tuple[Callable[[PrivateLevels], bool], st.SearchStrategy[PrivateLevels]]] = {
    "the two largest levels exchanged": (
        lambda d: keeps(even_noise(_swapped(sorted_levels(sides(d)[0])), width(d)), noise(d), d),
        symmetric,
    ),
    "not sorted at all": (lambda d: sides(d)[0].decreasing, symmetric),
    "integers filled on one side first": (_one_sided, private_levels(most=3)),
    "a period one bin too short": (_period_of(-1), small),
    "a period one bin too long": (_period_of(1), small),
    "levels lowered too far": (_steep, small.filter(lambda d: d.bins > 1)),
    "mass moved outwards": (_outwards, small),
    "the step at the other end": (_other_step, small.filter(lambda d: d.bins > 1)),
    "a sensitivity larger by one": (
        lambda d: private(integers(d), d, d.bins + 1),
        private_levels(most=3),
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_wrong_transform_is_found_out_by_a_small_example(name: str) -> None:
    kept, drawn = FAULTS[name]
    witness = find(drawn, lambda d: not kept(d), settings=hunt)
    assert len(witness.right) <= 4 * witness.bins + 2


def test_one_member_of_a_private_family_need_not_be_private() -> None:
    """Without the average: neighbours in the family are compared, not copies of one member."""
    bumps = [(8, 4, 8, 4, 4, 4), (4, 8, 4, 4, 4, 4), (8, 8, 8, 4, 4, 4)]
    made = [even_noise(Levels(tuple(map(F, row)), 2, F(3, 4)), F(1)) for row in bumps]
    assert all(lemma.is_private(one, F(1, 3), F(2)) for one in made)
    assert not lemma.is_private_family(made, F(9, 10), F(2), F(1))


# -- bad input ------------------------------------------------------------------------------------

STEP = exact_staircase(HALF, F(1, 3))
BOX = exact_uniform_with_atom(HALF, F(0))
LOPSIDED = joined(Levels((F(2), F(1)), 1, HALF), Levels((F(1), F(1)), 1, HALF), F(1))
RISING = even_noise(Levels((F(1), F(2)), 2, HALF), F(1))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Levels((F(0),), 1, HALF),
        lambda: Levels((F(1),), 2, HALF),
        lambda: Levels((F(1),), 1, F(1)),
        lambda: lemma.rearranged(STEP, HALF),
        lambda: lemma.rearranged(BOX, HALF),
        lambda: lemma.rearranged(LOPSIDED, F(1)),
        lambda: lemma.decaying(RISING, F(1), F(2), HALF),
        lambda: lemma.decaying(STEP, F(1, 3), HALF, HALF),
        lambda: lemma.decaying_integers(joined(
            Levels((F(2), F(1)), 1, HALF), Levels((F(2), F(1)), 1, HALF), F(1), -HALF), 1, HALF),
        lambda: lemma.discretised(BOX, F(1), 2),
        lambda: lemma.discretised(LOPSIDED, F(1), 1),
        lambda: lemma.discretised(even_noise(Levels((F(1),), 1, HALF), F(1)), F(2), 1),
        lambda: lemma.mixed((STEP, RISING), (HALF, HALF)),
        lambda: lemma.costs_no_more(STEP, RISING),
        lambda: lemma.steepened((F(1),), HALF),
        lambda: lemma.layers((F(1), F(2)), HALF),
        lambda: lemma.nearest_staircase((F(8), F(7), F(6), F(4)), HALF, F(1)),
    ],
)  # fmt: skip
def test_bad_input_is_refused(wrong: Callable[[], object]) -> None:
    with pytest.raises(BadInput):
        wrong()
