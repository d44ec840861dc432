"""Which claims speak of noise that a page shows for parameters that are moved."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Moved:
    """A panel of parameters with its chart, as it is before anything is chosen."""

    panel: str  # "densities" or "profiles"
    words: str
    shown: tuple[str, ...]  # the kinds of noise
    claims: tuple[str, ...] = ()  # their ids, or what these begin with
    delta: float = 0.1


MECHANISMS = ("Laplace", "Staircase", "Gaussian", "Truncated Laplace", "Uniform with atom")
DENSITIES = ("Staircase", "Laplace", "Truncated Laplace", "Uniform with atom")

PANELS = (
    Moved(
        "densities",
        "Move ε, Δ and γ: the staircase and its costs follow",
        ("Staircase", "Laplace"),
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
            "staircase.thm3",
            "staircase.thm4.",
            "staircase.thm6.",
        ),
    ),
    Moved(
        "densities",
        "Move δ, Δ and α: the uniform noise with a mass at 0 and its costs follow",
        ("Uniform with atom",),
        (
            "additive.Palpha",
            "additive.alg1",
            "additive.cor",
            "additive.fn1",
            "additive.thm2",
            "additive.thm3",
            "additive.thm6",
            "poster.tight",
        ),
        delta=0.6,
    ),
    Moved(
        "densities",
        "Move ε, δ and Δ: the truncated Laplacian and its costs follow",
        ("Truncated Laplace", "Laplace"),
        (
            "poster.bounds",
            "trunclap.def3",
            "trunclap.exponent.",
            "trunclap.props",
            "trunclap.thm1",
            "trunclap.thm2",
            "trunclap.thm3",
            "trunclap.thm6.",
            "trunclap.thm7.",
            "trunclap.unif",
        ),
    ),
    Moved(
        "profiles",
        "Choose ε and δ: the privacy profiles follow",
        MECHANISMS,
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
    """Return the panel for the objects of a claim, if there is one."""
    return next((panel for panel in PANELS if claim.startswith(panel.claims)), None)
