"""Names of certificates as identifiers of Coq."""

from __future__ import annotations

import re

from dpproofs.kernel.errors import BadInput

IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")

#: Words of Coq's grammar, and everything that an exported file speaks of by name.
WORDS = """
    as at cofix else end exists exists2 fix for forall fun if IF in let match mod return Set Prop
    SProp Type then using where with by is of R Z nat list nil cons O S I True False not and or eq
    PI exp ln sqrt power erf Rabs Rmax Rmin IZR INR Finite p_infty m_infty Rbar Rlt_dec is_derive
    integer integral finite_sum infinite_sum limit_from_above limit_from_below expansion
    unique_minimum period_of meet join outside moved mirror open_open open_closed closed_open
    closed_closed law noise noise_on_integers borel mass private private_on_integers even extended
    cost expected cheaper expectation expectation_is expectation_at_least expectation_above
    expectation_at_most expectation_below with_density with_masses after before total polynomial
    loss_is loss_at_least loss_above loss_at_most loss_below leak_is leak_at_least leak_above
    leak_at_most leak_below vectors
    vector_size vector_point vector_half_spaces vector_space vector_borel vector_law vector_sum
    vector_times vector_shifted vector_norm vector_noise vector_mass vector_private vector_cost
    vector_cost_is vector_cost_at_least vector_cost_above vector_cost_at_most vector_cost_below
    vector_ball vector_volume vector_staircase vector_levels
    """
TAKEN = frozenset(WORDS.split())

#: What Coq calls hypotheses that have no name.
HYPOTHESIS = re.compile(r"H[0-9]*\Z")


def local(name: str) -> str:
    """The identifier of a variable or an object.

    Raises
    ------
    BadInput
        When Coq has no such identifier.
    """
    if not IDENTIFIER.match(name):
        raise BadInput("name", name, "a name of ASCII letters, digits and _ that begins with one")
    if name in TAKEN or name.endswith("_") or HYPOTHESIS.match(name):
        return name + "_"
    return name


def claimed(name: str) -> str:
    """The identifier of a claim: ``staircase.thm3`` is ``staircase_thm3``."""
    return local(re.sub(r"[^A-Za-z0-9]", "_", name))
