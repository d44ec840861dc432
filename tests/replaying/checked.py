"""Proofs that were written by hand as steps of the kernel, for the checkers to decide."""

import sympy as sp

from dpproofs.checkers import check
from dpproofs.kernel import proposition as kinds
from dpproofs.kernel.derivation import Derivation, Goal, Step
from dpproofs.kernel.domain import Domain, Variable
from dpproofs.kernel.errors import DpproofsError
from dpproofs.kernel.terms import Mass, interval

FUNCTIONS = {
    "add": sp.Add, "mul": sp.Mul, "pow": sp.Pow, "exp": sp.exp, "log": sp.log, "erf": sp.erf,
    "atan": sp.atan, "asin": sp.asin, "sin": sp.sin, "cos": sp.cos, "Gamma": sp.gamma,
    "lowergamma": sp.lowergamma, "lowerbeta": lambda y, z, u: sp.betainc(y, z, 0, u),
    "pi": lambda: sp.pi,
}  # fmt: skip


def expression(node):
    """A tree as SymPy's expression."""
    tag, *parts = node
    if tag in ("int", "rat"):
        return sp.Rational(*map(int, parts))
    if tag == "sym":
        return sp.Symbol(parts[0], real=True)
    if tag == "oo":
        return sp.oo
    if tag == "apply":
        return sp.Function(parts[0], real=True)(*map(expression, parts[1:]))
    if tag == "mass":
        _, ends, low, high = parts[1]
        return Mass(
            expression(["apply", *parts[0][1:]]), interval(*map(expression, (low, high)), ends)
        )
    return FUNCTIONS[tag](*map(expression, parts))


def variable(v):
    """A variable of a domain."""
    root = v["root"] and (v["root"][0], expression(v["root"][1]))
    ends = expression(v["lower"]), expression(v["upper"])
    symbol = sp.Symbol(v["name"], real=True)
    return Variable(symbol, *ends, v["ends"], v["integer"], root, v.get("hollow", False))


def proposition(claim):
    """What a step says."""
    kind = claim["kind"]
    parts = {key: part for key, part in claim.items() if key != "kind"}
    for key, part in parts.items():
        if isinstance(part, list):
            parts[key] = expression(part)
        elif key in ("variable", "index"):
            parts[key] = sp.Symbol(part, real=True)
    return getattr(kinds, kind.capitalize())(**parts)


def established(proof):
    """Whether the checkers establish every step of a proof, and can read it at all."""
    try:
        steps = tuple(map(_step, proof.steps))
        derivation = Derivation(steps)
        return all(check(step, derivation).established for step in steps)
    except DpproofsError:
        return False


def _step(row):
    hints = {k: expression(v) for k, v in row["evidence"].items() if v is not None}
    goal = Goal(proposition(row["proposition"]), Domain(tuple(map(variable, row["domain"]))))
    return Step(row["name"], goal, row["method"], "", uses=tuple(row["uses"]), hints=hints)
