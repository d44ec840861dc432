"""A file of Coq that states claims."""

from __future__ import annotations

from collections.abc import Sequence

from dpproofs.coq.sentence import Said
from dpproofs.kernel.errors import BadInput

HEADER = """\
(* Written by dpproofs. Needs coq/calculus.v and coq/kinds.v of its sources, compiled with
   coqc -Q coq dpproofs. *)
Require Import Reals.
From Coquelicot Require Import Coquelicot.
From dpproofs Require Import calculus kinds.
Open Scope R_scope.
"""


def document(said: Sequence[Said]) -> str:
    """The file with some sentences, in the order given.

    Raises
    ------
    BadInput
        When two claims have one identifier.
    """
    names = [one.name for one in said]
    if len(set(names)) < len(names):
        twice = sorted({name for name in names if names.count(name) > 1})
        raise BadInput("claims", twice, "claims with identifiers of their own")
    return "\n".join([HEADER, *(f"(* {one.id} *)\n{one.text}\n" for one in said)])
