"""What every derivation in the registry must keep to."""

from __future__ import annotations

import pytest

from dpproofs.kernel.derivation import Claim, Step
from dpproofs.kernel.proposition import Relation
from dpproofs.theorems.registry import registry

#: Methods that say which premises they want, in a form of their own, whatever these turn out to be.
PREMISES = {"rule", "existence", "falling"}


@pytest.fixture(scope="module", params=registry())
def derived(request: pytest.FixtureRequest) -> tuple[Claim, tuple[Step, ...]]:
    """A claim and the steps of its derivation."""
    claim = registry()[request.param]
    return claim, claim.derive().steps


def test_no_step_says_that_an_expression_equals_itself(
    derived: tuple[Claim, tuple[Step, ...]],
) -> None:
    """SymPy may have done all the work before a checker saw it; then nothing is checked."""
    claim, steps = derived
    for step in steps:
        said = step.goal.proposition
        if isinstance(said, Relation) and said.op in ("==", "<=", ">=") and said.lhs == said.rhs:
            users = {later.method for later in steps if step.name in later.uses}
            assert said.op != "==", f"step {step.name}: {said.lhs}"
            assert step.goal not in claim.statement.goals
            assert set() < users <= PREMISES, f"step {step.name}: {said.lhs}"


def test_every_reason_is_a_sentence_of_its_own(derived: tuple[Claim, tuple[Step, ...]]) -> None:
    for step in derived[1]:
        assert 8 <= len(step.reason) <= 300, step.reason
        assert not step.reason.endswith("."), step.reason


def test_a_derivation_lives_in_the_folder_of_its_paper() -> None:
    for claim in registry().values():
        assert claim.module.startswith(f"dpproofs.theorems.{claim.statement.paper}.")
        assert claim.id.startswith(f"{claim.statement.paper}.")
