"""A file of Coq that states claims."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

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
TACTICS = {
    "numbers": "lemmas tactics analysis infinity",
    "noise": "sets events costs",
    "losses": "losses",
    "densities": "pieces halves",
    "atoms": "atoms",
    "enclosed": "enclosed",
    "points": "points stretches",
    "defined": "defined",
    "intervals": "intervals edges",
    "falling": "falling",
    "counts": "counts",
    "expansions": "series",
    "found": "found",
    "choices": "choices",
    "sums": "sums",
    "vectors": "vectors",
    "shells": "sums shells",
    "at root": "atroot",
    "stronger": "normal cancelling strong",
    "origin": "origin",
    "errors": "errors",
    "bells": "errors bells",
    "rungs": "rungs",
    "products": "products",
    "climbing": "climbing",
    "roots": "roots",
    "radicals": "radicals",
    "factors": "factors",
    "programs": "programs",
    "premises": "premises",
    "squares": "squares",
    "refuted": "witnesses refuted",
    "cells": "cells gains",
    "regions": "regions",
    "contrary": "contrary",
    "solutions": "solutions",
    "quick": "quick",
    "bounds": "bounds",
    "powers": "powers",
    "arguments": "arguments",
    "circular": "circular",
}

LOSSES = "From dpproofs Require Import losses.\n"
OF_LOSSES = re.compile(r"\b(loss|leak)_(is|at_least|above|at_most|below)\b")

VECTORS = "From dpproofs Require Import vectors.\n"
OF_VECTORS = re.compile(r"\bvector_law\b|\bvectors\b")

#: The file that gives the theorems that prove rules their names, which ``make coq`` writes.
PROVED_RULES = "From dpproofs Require proved.\n"


def header(about: Collection[str], *, rules: bool) -> str:
    """What a file with proofs imports: tactics about some things, and the rules if it uses them."""
    found = [
        f"From dpproofs Require Import {files}.\n" for key, files in TACTICS.items() if key in about
    ]
    return "".join([HEADER, *found, PROVED_RULES * rules])


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
    more = LOSSES if any(OF_LOSSES.search(one.text) for one in said) else ""
    more += VECTORS if any(OF_VECTORS.search(one.text) for one in said) else ""
    return "\n".join([HEADER + more, *(f"(* {one.id} *)\n{one.text}\n" for one in said)])
