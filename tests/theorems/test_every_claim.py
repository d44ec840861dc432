"""What every derivation in the registry must keep to."""

from __future__ import annotations

import pytest

from dpproofs.kernel.proposition import Relation
from dpproofs.theorems.registry import registry


@pytest.mark.parametrize("name", registry())
def test_no_step_says_that_an_expression_equals_itself(name: str) -> None:
    """SymPy may have done all the work before a checker saw it; then nothing is checked."""
    for step in registry()[name].derive().steps:
        claim = step.goal.proposition
        if isinstance(claim, Relation) and claim.op == "==":
            assert claim.lhs != claim.rhs, f"step {step.name}: {claim.lhs}"


@pytest.mark.parametrize("name", registry())
def test_every_reason_is_a_sentence_of_its_own(name: str) -> None:
    for step in registry()[name].derive().steps:
        short = 3 if step.method == "assume" else 6
        assert short <= len(step.reason) <= 300, step.reason
        assert not step.reason.endswith("."), step.reason


def test_a_derivation_lives_in_the_folder_of_its_paper() -> None:
    for claim in registry().values():
        assert claim.module.startswith(f"dpproofs.theorems.{claim.statement.paper}.")
        assert claim.id.startswith(f"{claim.statement.paper}.")
