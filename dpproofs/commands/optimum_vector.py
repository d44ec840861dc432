"""``dpproofs optimum --dimension``: the least cost for vectors at delta = 0."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from dpproofs.commands import options, output
from dpproofs.commands.optimum_formula import document, show
from dpproofs.kernel.errors import BadInput

NORMAL = "normal noise is private for no epsilon at delta = 0"


def enclose(given: Mapping[str, Any]) -> None:
    """Enclose the least cost in R^d, and print it.

    Raises
    ------
    BadInput
        When delta is not 0, or something is asked for that a formula does not have.
    """
    from dpproofs.mechanisms.formulas.enclosure import exactly
    from dpproofs.mechanisms.vector.optimum import vector_optimum, vectors_compared
    from dpproofs.optima.width import digits_wanted

    dimension, picture = given["dimension"], given["plot"]
    if dimension is None:
        raise BadInput("norm", given["norm"], "left out without --dimension")
    for name in ("certificate", "sweep", "threshold"):
        if given[name] is not None:
            accepted = "left out with --dimension: its optimum is a formula"
            raise BadInput(f"--{name}", str(given[name]), accepted)
    if given["gap"] is not None:
        accepted = "left out with --dimension: a formula has 15 digits, or as many as --digits says"
        raise BadInput("--gap", given["gap"], accepted)
    if exactly("delta", given["delta"], "0", "1") > 0:
        raise BadInput("delta", given["delta"], "0 with --dimension: no optimum is known otherwise")
    if picture is not None:
        options.expect_picture(picture)
    start = time.perf_counter()
    optimum = vector_optimum(
        given["epsilon"],
        dimension=dimension,
        norm=given["norm"] or "l2",
        cost=given["cost"],
        sensitivity=given["sensitivity"],
        digits=digits_wanted(None, given["digits"]),
    )
    mechanisms = vectors_compared(optimum)
    seconds = time.perf_counter() - start
    if picture is not None:
        from dpproofs.render.figures.vector_gain import vector_gain

        figure = vector_gain(float(optimum.epsilon), dimension, float(optimum.cost))
        output.write(picture, figure.render(options.kind_of_picture(picture)))
    if given["as_json"]:
        asked = {"dimension": optimum.dimension, "norm": optimum.norm}
        absent = [{"name": "Gaussian", "reason": NORMAL}]
        output.print_json(document(optimum, mechanisms, seconds) | asked | {"absent": absent})
    else:
        show(optimum, mechanisms)
        output.show(output.standard_output(), "", f"Gaussian: none; {NORMAL}")
