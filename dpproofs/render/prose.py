"""Running text with formulas in it: which stretches of a plain sentence are mathematics.

Reasons and notes are written in plain text ("alpha = delta - kappa Delta is in [0, delta)"). Here
such a sentence becomes a row of stretches, each either words or LaTeX. What is LaTeX in it already
stays so: between dollar signs, a command with its arguments, an exponent or an index in braces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

GREEK = frozenset(
    (
        "alpha", "beta", "gamma", "delta", "epsilon", "eps", "eta", "theta", "kappa", "lambda",
        "mu", "nu", "rho", "sigma", "tau", "phi", "psi", "omega", "pi", "chi", "xi", "zeta",
        "upsilon", "Gamma", "Delta", "Theta", "Lambda", "Sigma", "Phi", "Psi", "Omega",
    )
)  # fmt: skip
FUNCTIONS = frozenset(["exp", "log", "max", "min", "sup", "inf", "lim", "sin", "cos"])
NAMED = frozenset(["erf", "erfinv", "floor", "sinh", "cosh", "tanh", "coth", "Pr"])
SIGNS = {"<=": r"\le", ">=": r"\ge", "!=": r"\ne", "==": "=", "->": r"\to", "...": r"\ldots"}

_TOKEN = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<tex>\\[A-Za-z]+(?:\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*"
    r"|(?<=\S)[\^_]\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})"
    r"|(?P<sign><=|>=|!=|==|->|\.\.\.(?=[\s,)])|_(?=\())"
    r"|(?P<name>[a-z]{3,}(?:\.[A-Za-z0-9]+)+|(?<=igure )\d+[a-z]\b)"  # of a claim, or a figure
    r"|(?P<number>\d+(?:\.\d+)?)"
    r"|(?P<word>[A-Za-z]+(?:'[a-z]+|\d+(?!\w)|_[A-Za-z0-9]+)?)"
    r"|(?P<star>(?<=[A-Za-z])\*(?![\w(\\]))"  # as in gamma*, and no product
    r"|(?P<mark>\S)"
)
_NEUTRAL_MARKS = frozenset("+-*/=<>|()[]{}^,'")
_OPERATORS = frozenset("+-*/=<>^") | frozenset(SIGNS)
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_ARTICLES = frozenset("AaI")


@dataclass(frozen=True)
class Stretch:
    """Words, or a formula as LaTeX."""

    text: str
    math: bool = False


@dataclass(frozen=True)
class _Token:
    text: str
    kind: str

    @property
    def telling(self) -> bool:
        """Whether it can only be mathematics."""
        if self.kind in ("sign", "tex"):
            return True
        if self.kind != "word":
            return self.text in ("^", "|")
        name = self.text.split("_")[0]
        if "_" in self.text:
            return len(name) == 1 or name in GREEK
        single = len(name) == 1 and name not in _ARTICLES
        return single or name in GREEK | FUNCTIONS | NAMED | {"oo", "sqrt"}

    @property
    def neutral(self) -> bool:
        """Whether it can stand in a formula, but also in a sentence."""
        if self.kind in ("space", "number"):
            return True
        return self.text in _NEUTRAL_MARKS or self.text in _ARTICLES


def stretches(sentence: str) -> tuple[Stretch, ...]:
    """A plain sentence as words and formulas, in order."""
    found: list[Stretch] = []
    for place, part in enumerate(_DOLLARS.split(sentence)):
        if place % 2:
            found.append(Stretch(part, math=True))
        else:
            _add(found, part)
    return tuple(found)


_DOLLARS = re.compile(r"(?<!\\)\$(?!\s)([^$]+)(?<![\s\\])\$(?!\d)")  # as Markdown reads them


def _add(found: list[Stretch], sentence: str) -> None:
    """Append the stretches of a sentence without dollar signs."""
    for math, tokens in _runs(_tokens(sentence)):
        if not tokens:
            continue
        text = to_latex(tokens) if math else "".join(token.text for token in tokens)
        if found and not math and not found[-1].math:
            found[-1] = Stretch(found[-1].text + text)
        else:
            found.append(Stretch(text, math))


def _tokens(sentence: str) -> list[_Token]:
    return [_Token(match.group(), match.lastgroup or "mark") for match in _TOKEN.finditer(sentence)]


def _runs(tokens: Sequence[_Token]) -> Iterator[tuple[bool, Sequence[_Token]]]:
    """Split at what cannot stand in a formula, and trim what is left to whole formulas."""
    start = 0
    while start < len(tokens):
        end = _end_of_run(tokens, start)
        if end == start:
            yield False, tokens[start : start + 1]
            start += 1
            continue
        low, high = _trimmed(tokens, start, end)
        if low < high and any(token.telling for token in tokens[low:high]):
            yield False, tokens[start:low]
            yield True, tokens[low:high]
            yield False, tokens[high:end]
        else:
            yield False, tokens[start:end]
        start = end


def _end_of_run(tokens: Sequence[_Token], start: int) -> int:
    depth = 0
    for place in range(start, len(tokens)):
        token = tokens[place]
        if not (token.telling or token.neutral):
            return place
        # A name in quotes, a possessive, and a comma outside brackets end a formula.
        is_quoted = token.text == "'" and not _is_prime(tokens, start, place)
        if is_quoted or (token.text == "," and depth <= 0):
            return max(start, place)
        depth += (token.text in _OPENING) - (token.text in _CLOSING)
        if depth < 0:
            return place
    return len(tokens)


def _is_prime(tokens: Sequence[_Token], start: int, place: int) -> bool:
    """Whether a mark after a letter is a prime, and no end of a quotation."""
    is_open = start > 0 and tokens[start - 1].text == "'"
    return place > start and tokens[place - 1].telling and not is_open


def _trimmed(tokens: Sequence[_Token], low: int, high: int) -> tuple[int, int]:
    """Take away blanks, lone operators, articles and brackets that the run does not close."""
    while low < high:
        run = tokens[low:high]
        if _starts_badly(run) or (low > 1 and _ends_a_name(tokens[low - 2], run)):
            low += 1
        elif _ends_badly(run):
            high -= 1
        else:
            break
    return low, high


def _starts_badly(run: Sequence[_Token]) -> bool:
    first = run[0]
    if first.kind == "space" or first.text in ("=", "*", "/", "^", ","):
        return True
    unclosed = first.text in _OPENING and _open_brackets(run) > 0
    return unclosed or (first.text in _ARTICLES and not _operates(run[1:]))


def _ends_badly(run: Sequence[_Token]) -> bool:
    last = run[-1]
    if last.kind == "space" or last.text in _OPERATORS | _OPENING or last.text == ",":
        return last.kind != "star"
    return last.text in _ARTICLES and not _operates(run[-2::-1])


def _ends_a_name(before: _Token, run: Sequence[_Token]) -> bool:
    """Whether a leading number belongs to the words before it: "Property 2 G(x)"."""
    return run[0].kind == "number" and before.text[0].isupper() and not _operates(run[1:])


def _operates(rest: Sequence[_Token]) -> bool:
    """Whether what follows goes on with an operator, or with a bracket right there."""
    if rest and (rest[0].text in ("(", ")", "|", "_") or rest[0].text.startswith(("^{", "_{"))):
        return True
    solid = [token for token in rest if token.kind != "space"]
    return bool(solid) and solid[0].text in _OPERATORS


def _open_brackets(tokens: Sequence[_Token]) -> int:
    return sum((t.text in _OPENING) - (t.text in _CLOSING) for t in tokens)


# -- a formula in plain text, as LaTeX -------------------------------------------------------------


def to_latex(tokens: Sequence[_Token]) -> str:
    """LaTeX of the tokens of a formula."""
    parts: list[str] = []
    place = 0
    while place < len(tokens):
        token = tokens[place]
        if token.text in ("^", "_", "sqrt") and place + 1 < len(tokens):
            inside, place = _argument(tokens, place + 1)
            mark = r"\sqrt" if token.text == "sqrt" else token.text
            parts.append(f"{mark}{{{inside}}}")
            continue
        if token.kind == "star":
            parts.append("^{*}")
            place += 1
            continue
        following = tokens[place + 1].text if place + 1 < len(tokens) else ""
        power = token.text in LETTERS and following.startswith("^")
        parts.append(token.text if power else _one(token))  # Euler's number has an exponent
        place += 1
    text = re.sub(r"\s+", " ", "".join(parts)).strip()
    return re.sub(r"(\\[A-Za-z]+) (?=[^\sA-Za-z<>=\\])", r"\1", text)


def _argument(tokens: Sequence[_Token], place: int) -> tuple[str, int]:
    """What an exponent or a root applies to, without its brackets, and where it ends."""
    if tokens[place].text == "(":
        depth, end = 1, place + 1
        while end < len(tokens) and depth:
            depth += (tokens[end].text == "(") - (tokens[end].text == ")")
            end += 1
        return to_latex(tokens[place + 1 : end - 1]), end
    end = place + (2 if tokens[place].text == "-" else 1)
    if tokens[place].text in NAMED and end < len(tokens) and tokens[end].text == "(":
        inside, end = _argument(tokens, end)
        return f"{_one(tokens[place])}({inside})", end
    return to_latex(tokens[place:end]), end


def _one(token: _Token) -> str:
    text = token.text
    if token.kind == "space":
        return " "
    if text in SIGNS:
        return f" {SIGNS[text]} "
    if text in ("{", "}"):
        return rf"\{text}"
    if text == "*":
        return r"\,"
    if text == "oo":
        return r"\infty "
    if token.kind == "tex":
        return token.text if token.text.endswith("}") else f"{token.text} "
    if token.kind == "word":
        base, _, below = text.partition("_")
        base = LETTERS.get(base, base)
        return named(base) + (f"_{{{named(below).strip()}}}" if below else "")
    return text


#: Letters that mean a number on paper, and what is printed for parameters with such a name.
LETTERS: Mapping[str, str] = {
    "e": "eta", "falling": "x2", "far": "x0", "place": "x0", "rising": "x1",
}  # fmt: skip


def named(name: str) -> str:
    """LaTeX of a name: a Greek letter, a function, an upright word or an italic letter."""
    if name in GREEK:
        return rf"\{'epsilon' if name == 'eps' else name} "
    if name in FUNCTIONS:
        return rf"\{name} "
    if name in NAMED:
        return rf"\operatorname{{{name}}}"
    return name if len(name) == 1 or name.isdigit() else rf"\mathrm{{{name}}}"
