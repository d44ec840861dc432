"""What a mechanism promises on a random set: strategies, the exact answer, and the one by draws."""

from fractions import Fraction

from exact_laws import SelectionLaw, excess, kept, law_of, precise
from hypothesis import strategies as st

from dpproofs.mechanisms import IntegerMechanism
from dpproofs.testing import assert_private_on, strategies


def promise(noise):
    """(epsilon, delta), exactly; where it has none of its own, a point of its profile."""
    if isinstance(noise, IntegerMechanism) and not hasattr(noise, "epsilon"):
        profile = (
            (e, noise.enclosed().privacy_profile(e).upper) for e in (1, 10, 100, 1000, 10**4)
        )
        return next((Fraction(e), delta) for e, delta in profile if delta < Fraction(9, 10))
    epsilon = getattr(noise, "exact_epsilon", getattr(noise, "epsilon", 0))
    return Fraction(epsilon), Fraction(getattr(noise, "delta", 0))


@st.composite
def noise_on_a_set(draw, kind):
    """Noise with random parameters, a random set and a random shift."""
    noise = draw(strategies.mechanisms_of(kind))
    return noise, *draw(set_and_shift(noise))


@st.composite
def set_and_shift(draw, noise):
    """A random union of intervals and points, and a shift of at most the sensitivity."""
    size = Fraction(noise.sensitivity)
    if isinstance(noise, IntegerMechanism):
        unit, special = Fraction(1), [Fraction(getattr(noise, "r", 1)), size]
        shift = draw(st.sampled_from([size, -size]) | st.integers(-int(size), int(size)))
        reach = min(3 * size, 40)
    else:
        unit = draw(st.sampled_from([size, Fraction(float(noise.ppf(0.95))) or size]))
        near = [Fraction(x) for x in noise.knots(4 * float(size)).tolist()[:20]]
        special = [Fraction(0), *(x / unit for x in near)]
        shift, reach = size * draw(strategies.shifts(1)), 4
    moved = [x + sign * Fraction(shift) / unit for x in special for sign in (-1, 0, 1)]
    intervals, points = draw(strategies.noise_sets(reach, special=moved))
    inside = [(low * unit, high * unit) for low, high in intervals]
    return (inside, [x * unit for x in points]), Fraction(shift)


@st.composite
def selection_on_a_set(draw, kind):
    """A selection with random parameters and costs, and a random set of outcomes."""
    drawn = draw(strategies.selections(kind))
    chosen = draw(st.sets(st.integers(0, len(drawn.first) - 1)))
    return drawn, ([], sorted(chosen))


def noise_keeps(drawn):
    """Whether the exact law of the noise keeps the promise on a set and at a shift."""
    noise, (intervals, points), shift = drawn
    moved = [(low - shift, high - shift) for low, high in intervals], [x - shift for x in points]
    with precise():
        law = law_of(noise)
        return kept(excess(law.mass(intervals, points), law.mass(*moved), *promise(noise)))


def selection_keeps(drawn):
    """Whether the exact law of a selection keeps the promise on a set of outcomes."""
    selecting, chosen = drawn
    with precise():
        here, there = (
            SelectionLaw(selecting.mechanism, costs, selecting.weights).mass(*chosen)
            for costs in (selecting.first, selecting.second)
        )
        return kept(excess(here, there, Fraction(selecting.mechanism.epsilon), Fraction(0)))


def noise_is_private_on(drawn):
    """Fail when draws of the noise break the promise on a set and at a shift."""
    noise, (intervals, points), shift = drawn
    pair = (0, int(shift)) if isinstance(noise, IntegerMechanism) else (0.0, float(shift))
    epsilon, delta = promise(noise)
    assert_private_on(noise, (intervals, points), pair, epsilon=float(epsilon), delta=float(delta))


def selection_is_private_on(drawn):
    """Fail when draws of a selection break the promise on a set of outcomes."""
    selecting, chosen = drawn

    def select(costs, size, rng):
        return selecting.mechanism.over(costs, selecting.weights).sample(size, rng=rng)

    pair = (selecting.first, selecting.second)
    assert_private_on(select, chosen, pair, epsilon=selecting.mechanism.epsilon)


@st.composite
def vectors_on_a_set(draw, kind):
    """Vector noise with random parameters, a set of sizes or of first coordinates, and a shift."""
    noise = draw(strategies.mechanisms_of(kind))
    unit = Fraction(noise.sensitivity) * draw(st.sampled_from([1, 3, noise.dimension]))
    intervals, points = draw(strategies.noise_sets(4, special=[Fraction(0)]))
    inside = [(low * unit, high * unit) for low, high in intervals]
    view = draw(st.sampled_from([noise.norm.gauge, lambda rows: rows[:, 0]]))
    return noise, (inside, [x * unit for x in points]), draw(strategies.shifts(1)), view


def vectors_are_private_on(drawn):
    """Fail when draws of vector noise break the promise on a set, at a shift of one coordinate."""
    noise, outcomes, shift, view = drawn

    def look(value, size, rng):
        rows = noise.sample(size, rng=rng)
        rows[:, 0] += value
        return view(rows)

    pair, epsilon = (0.0, float(shift) * noise.sensitivity), float(noise.epsilon)
    delta = float(getattr(noise, "delta", 0))
    assert_private_on(look, outcomes, pair, epsilon=epsilon, delta=delta)
