"""What a check needs of a sampler: functions that say what is missing, or "" when nothing is."""

from __future__ import annotations

from dpproofs.testing.sampler import Sampler

PLAIN = (int, float, str, bytes, bool, type(None), tuple, frozenset)


def a_law(sampler: Sampler) -> str:
    """The distribution of the noise."""
    return "" if sampler.law is not None else "no law of the noise is given"


def atoms_or_density(sampler: Sampler) -> str:
    """A law on the line, not on the integers."""
    return a_law(sampler) or ("the law is discrete" if sampler.discrete else "")


def numbers(sampler: Sampler) -> str:
    """Inputs that are numbers."""
    return "" if sampler.takes_numbers else "inputs are not numbers"


def number_outcomes(sampler: Sampler) -> str:
    """Outcomes that are numbers."""
    known = sampler.layout.form in ("numbers", "integers")
    return numbers(sampler) or ("" if known else "outcomes are not numbers")


def doubles(sampler: Sampler) -> str:
    """Outcomes that are floating-point numbers."""
    return "" if sampler.layout.form == "numbers" else "outcomes are not floating-point numbers"


def a_generator(sampler: Sampler) -> str:
    """A generator among what it takes."""
    return "" if sampler.seeded else "it takes no rng"


def changeable_inputs(sampler: Sampler) -> str:
    """Inputs that a sampler could change."""
    safe = all(isinstance(pair.input, PLAIN) for pair in sampler.pairs)
    return "inputs cannot be changed" if safe else ""


def a_maker(sampler: Sampler) -> str:
    """A way to make the sampler with other parameters."""
    known = sampler.make is not None and sampler.make.names
    return "" if known else "it is not known how to make it with other parameters"


def an_epsilon(sampler: Sampler) -> str:
    """A maker that takes epsilon."""
    known = sampler.make is not None and "epsilon" in sampler.make.names
    return "" if known and sampler.claim.epsilon > 0 else "it is not made with an epsilon"


def a_real_sensitivity(sampler: Sampler) -> str:
    """A maker that takes a sensitivity, of real numbers."""
    known = sampler.make is not None and "sensitivity" in sampler.make.names
    return "" if known and not sampler.whole else "it is not made with a real sensitivity"


def strictness(sampler: Sampler) -> str:
    """That the last bits of doubles are asked about."""
    return doubles(sampler) or ("" if sampler.strict else "it is asked for with strict=True")
