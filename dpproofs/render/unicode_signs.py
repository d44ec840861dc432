"""The signs of Unicode for the commands of LaTeX that formulas here are made of."""

# ruff: noqa: RUF001  # signs that look like others are what this is about

from __future__ import annotations

from typing import Final

GREEK: Final = dict(zip(
    ("alpha", "beta", "gamma", "delta", "epsilon", "varepsilon", "zeta", "eta", "theta", "kappa",
     "lambda", "mu", "nu", "xi", "pi", "rho", "varrho", "sigma", "tau", "upsilon", "phi", "varphi",
     "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Phi", "Psi",
     "Omega"),
    "αβγδεεζηθκλμνξπρρστυφφχψωΓΔΘΛΞΠΣΦΨΩ", strict=True,
))  # fmt: skip
RELATIONS: Final = {
    "=": "=", "<": "<", ">": ">", ":=": ":=", r"\le": "≤", r"\leq": "≤", r"\ge": "≥", r"\geq": "≥",
    r"\ne": "≠", r"\neq": "≠", r"\in": "∈", r"\notin": "∉", r"\to": "→", r"\sim": "~",
    r"\approx": "≈", r"\iff": "⇔", r"\Longleftrightarrow": "⇔", r"\Rightarrow": "⇒",
    r"\implies": "⇒", r"\Longrightarrow": "⇒", r"\subset": "⊂", r"\subseteq": "⊆", r"\ll": "≪",
    r"\lessgtr": "≶", r"\propto": "∝", r"\mid": "|",
}  # fmt: skip
OPERATORS: Final = {
    "+": "+", "-": "−", r"\pm": "±", r"\cdot": "·", r"\times": "×", r"\cap": "∩", r"\cup": "∪",
    r"\setminus": "∖",
}  # fmt: skip
ATOMS: Final = {
    r"\infty": "∞", r"\partial": "∂", r"\ldots": "…", r"\dots": "…", r"\cdots": "…", r"\star": "*",
    r"\forall": "∀", r"\blacksquare": "∎", "'": "′", r"\$": "$", r"\%": "%", r"\_": "_",
    r"\&": "&", r"\ell": "ℓ", "*": "*",
}  # fmt: skip
PUNCTUATION: Final = {",": ",", ";": ";", ":": ":"}
OPEN: Final = {"(": "(", "[": "[", r"\{": "{", r"\lceil": "⌈", r"\lfloor": "⌊"}
CLOSE: Final = {")": ")", "]": "]", r"\}": "}", r"\rceil": "⌉", r"\rfloor": "⌋"}
BARS: Final = {"|": "|", r"\|": "‖"}
BIG: Final = {
    r"\sum": "∑", r"\int": "∫", r"\prod": "∏", r"\lim": "lim", r"\inf": "inf", r"\sup": "sup",
    r"\max": "max", r"\min": "min",
}  # fmt: skip
SILENT: Final = frozenset(
    (r"\bigl", r"\bigr", r"\Bigl", r"\Bigr", r"\displaystyle", r"\limits", r"\rm", r"\!", r"\,",
     r"\:", "&", "}")
)  # fmt: skip
BLANKS: Final = {r"\;": " ", r"\ ": " ", "~": " ", r"\quad": "  ", r"\qquad": "  ", r"\\": " "}
ACCENTS: Final = {
    r"\tilde": "\u0303",
    r"\hat": "\u0302",
    r"\bar": "\u0304",
    r"\overline": "\u0304",
}
FONTS: Final = frozenset((r"\mathrm", r"\mathbb", r"\mathcal", r"\mathsf", r"\mathbf"))
ROOTS: Final = {"": "√", "2": "√", "3": "∛", "4": "∜"}
PARTS: Final = {"1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾"}
BLACKBOARD: Final = {"R": "ℝ", "Z": "ℤ", "N": "ℕ"}
RAISED: Final = str.maketrans(
    "0123456789+−=()abcdefghijklmnoprstuvwxyz*",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ*",
)
LOWERED: Final = str.maketrans(
    "0123456789+−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"
)
KINDS: Final = {
    "relation": RELATIONS, "open": OPEN, "close": CLOSE, "comma": PUNCTUATION,
    "slash": {"/": "/"}, "atom": ATOMS,
}  # fmt: skip
