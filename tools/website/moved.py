"""Which claims speak of what is moved on a page: the staircase and its costs, privacy profiles."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Moved:
    """A page where parameters are moved, and how a claim leads there."""

    page: str
    words: str
    told: str
    claims: tuple[str, ...]  # their ids, or what these begin with


PAGES = (
    Moved(
        "densities",
        "Move ε, Δ and γ",
        "the staircase, its amplitude and its power follow",
        (
            "staircase.alg1",
            "staircase.appC.",
            "staircase.appD.",
            "staircase.cor5.",
            "staircase.cor7.",
            "staircase.eq25",
            "staircase.eq26",
            "staircase.eq39",
            "staircase.eq46",
            "staircase.eq52",
            "staircase.fig2",
            "staircase.fig4",
            "staircase.heur.",
            "staircase.thm4.",
            "staircase.thm6.",
        ),
    ),
    Moved(
        "profiles",
        "Choose ε and δ",
        "the privacy profiles of five kinds of noise follow",
        (
            "additive.classic",
            "poster.regimes",
            "staircase.def3",
            "staircase.eq15",
            "trunclap.allregimes",
            "trunclap.fig2",
        ),
    ),
)


def moved(claim: str) -> Moved | None:
    """The page where the objects of a claim follow their parameters, if there is one."""
    return next((page for page in PAGES if claim.startswith(page.claims)), None)
