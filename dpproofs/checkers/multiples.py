"""What holds from each multiple of a width to the next holds on the whole half line [0, oo)."""

from __future__ import annotations

import sympy as sp

from dpproofs.checkers import sign
from dpproofs.kernel.derivation import Derivation, Step
from dpproofs.kernel.domain import Domain, Variable, index
from dpproofs.kernel.expression import to_tree
from dpproofs.kernel.proposition import Relation
from dpproofs.kernel.verdict import Finding, Grade, established, unknown

METHOD = "multiples"


def check(step: Step, derivation: Derivation) -> Finding:
    """Established from one step, which says the same for ``n w <= x < (n + 1) w``, n = 0, 1, ...

    The hints are ``variable`` (x, in [0, oo) on the step's domain), ``width`` and ``index`` (n).
    The step used has n just before x; variables after x may depend on x, but not on n.
    """
    x, width, count = (step.hints[key] for key in ("variable", "width", "index"))
    width, rows = sp.S(width), step.goal.domain.variables
    places = [place for place, row in enumerate(rows) if row.symbol == x]
    claim = step.goal.proposition
    if not places or rows[places[0]] != Variable(x, sp.Integer(0), sp.oo, "[)"):
        return unknown(f"{x} does not range over [0, oo)")
    before, after = Domain(rows[: places[0]]), rows[places[0] + 1 :]
    if count.name in {row.symbol.name for row in rows} or not isinstance(claim, Relation):
        return unknown("a relation that does not speak of the multiple is needed")
    if not sign.shown(Relation(sp.Integer(0), "<", width), before).established:
        return unknown(f"the width {width} is not shown to be positive")
    between = Variable(x, count * width, (count + 1) * width, "[)")
    wanted = Domain((*before.variables, index(count, 0), between, *after))
    given = [derivation.step(name).goal for name in step.uses]
    if [(goal.proposition, goal.domain) for goal in given] != [(claim, wanted)]:
        return unknown("the step used does not say the same from each multiple to the next")
    return established(
        Grade.proved,
        "every x >= 0 lies between two multiples",
        variable=x.name,
        width=to_tree(width),
        index=count.name,
    )
