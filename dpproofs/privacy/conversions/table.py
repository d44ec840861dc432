"""The conversions as data: what follows from what, by which theorem, and what is lost."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Conversion:
    """One row.

    Attributes
    ----------
    given, follows
        The claim, and what follows from it, in formulas.
    call
        The function of `dpproofs.privacy.conversions`.
    theorem
        By which it follows.
    lost
        "nothing" where some mechanism that keeps the one claim keeps no more than the other.
    """

    given: str
    follows: str
    call: str
    theorem: str
    lost: str = "nothing"


CONVERSIONS = (
    Conversion("ε-DP", "zCDP with ρ = ε tanh(ε/2)", "rho_of_pure",
               "Bun & Steinke 2016, made exact"),
    Conversion("ε-DP", "Renyi DP: that of randomised response", "renyi_of_pure",
               "Mironov 2017, with Kairouz, Oh & Viswanath 2015"),
    Conversion("ε-DP", "Gaussian DP with μ = 2 Φ⁻¹(e^ε/(1 + e^ε))", "mu_of_pure",
               "Dong, Roth & Su 2019, (5), with Kairouz, Oh & Viswanath 2015"),
    Conversion("Renyi DP (α, D)", "δ at ε", "delta_of_renyi",
               "Asoodeh et al. 2021; Canonne, Kamath & Steinke 2020, Proposition 12",
               "nothing, for one ordered pair of neighbours"),
    Conversion("Renyi DP (α, D)", "ε at δ", "epsilon_of_renyi", "its inverse",
               "nothing, for one ordered pair of neighbours"),
    Conversion("ρ-zCDP", "δ at ε", "delta_of_zcdp",
               "Bun & Steinke 2016, Definition 1.1, with the row above at the best order",
               "at most `factor_lost_of_zcdp`"),
    Conversion("ρ-zCDP", "ε at δ", "epsilon_of_zcdp", "its inverse",
               "as much in δ"),
    Conversion("μ-Gaussian DP", "δ at ε", "delta_of_gdp",
               "Dong, Roth & Su 2019, Corollary 2.13; Balle & Wang 2018, Theorem 8"),
    Conversion("μ-Gaussian DP", "ε at δ", "epsilon_of_gdp", "its inverse"),
    Conversion("μ-Gaussian DP", "zCDP with ρ = μ²/2", "rho_of_gdp",
               "Bun & Steinke 2016, Proposition 1.6: divergences fall under processing"),
)  # fmt: skip


def rows() -> list[str]:
    """The table as Markdown, a line at a time."""
    head = ["| from | follows | function | theorem | lost |", "| --- | --- | --- | --- | --- |"]
    return head + [
        f"| {c.given} | {c.follows} | `{c.call}` | {c.theorem} | {c.lost} |" for c in CONVERSIONS
    ]
