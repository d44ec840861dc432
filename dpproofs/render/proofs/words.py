"""Sentences around formulas: how a reason that is half a sentence becomes a whole one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from dpproofs.render.proofs.form import ClaimStatus, Reference, Words, letters_in
from dpproofs.render.prose import Stretch, stretches

#: What a finite verb looks like in a reason; a reason without one is a noun, or "by ...".
_VERBS = re.compile(
    r"\b(is|are|was|has|have|does|do|can|cannot|may|must|will|holds?|lies?|falls?|grows?|rises?|"
    r"decreases?|increases?|adds?|factors?|costs|leaves|makes?|gives?|becomes?|tends?|stands?|"
    r"meets?|begins?|ends|needs|says?|loses?|gains?|vanish(?:es)?|cancels?|exceeds?|equals?|follows?|"
    r"keeps?|changes?|contains?|covers?|counts?|telescopes?|differs?|agrees?|decides?|comes?|goes|"
    r"pays|stays?|moves|takes?|brings?|holds?|suffices?|remains?|beats?|depends?|shrinks?|determines?|"
    r"approach(?:es)?|reach(?:es)?|passes|belongs?|carries|outweighs?|dominates?|consists?|implies|"
    r"yields?|shows?|drops?|spends|saves?|wins|corresponds?|let|would|could|pays?|weighs?|joins|"
    r"pass|decide|contributes?|leaks?|decays?|integrates|helps?)\b"
)
_CONSEQUENCE = re.compile(
    r"^(so(?! (?:much|many|far|are|is|does|do|has|have|that)\b)|and so|so that|hence|thus|"
    r"therefore|then|that is,?)\s+",
    re.IGNORECASE,
)
_ADDITION = re.compile(  # also before a clause on which none depends
    r"^(and|but|or|(?:since|because|as(?! \S+ (?:tends|approaches))|while|where|which)(?!.*, ))\s+",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"^(and|or|nor|which|where|while)\s")
_RUN_IN = re.compile(
    r"^(by|with|for|in|on|at|up to|from|beyond|within|after|before|between|if|when|under|"
    r"to|of|over|along|inside|outside|below|above|until|near)\b",
    re.IGNORECASE,
)
#: A phrase that says where something holds, or by what; not how large something is.
_WHERE = re.compile(
    r"^by induction$|^(by (?:induction|parts|the|privacy)|with|for|in|on|at(?! (?:most|least))|"
    r"from(?! (?:above|below))|beyond|within|after|before|between|if|when|under|over|along|"
    r"inside|outside|until|near)\s\S",
    re.IGNORECASE,
)
_NOUN = re.compile(r"^(?:the|an?|twice|half) ", re.IGNORECASE)
_NUMBER = re.compile(r"^\((\d+)\): ")  # of a line of the paper that a reason begins with
_HEADLESS = re.compile(
    r"^(?:is|are|has|gives|falls|grows|rises|lies|holds|begins|ends|leaves|makes|decreases|"
    r"increases|moves|drops|vanishes|tends|exceeds)\b"
)
#: A reason that leans on the one before it: "so does the cost", "nor has -t", "the first one does".
_ELLIPTIC = re.compile(
    r"^(?:(?:and|but|so|that) )*(?:nor|neither|so (?:is|are|does|do|has|have))\b"
    r"|^(?:(?:and|so) )*(?:the \w+(?: one)?|[A-Za-z]\w*|all of which .*|what .* it)"
    r" (?:is|are|does|do|has|have)$"
    r"|^(?:(?:and|or) )?the (?:other|first|second|last|same|rest)(?: one)?$"
)
_SUBJECT = re.compile(
    r"^(?:they|it|this|these|both together|we|there|nothing|none|neither of)\b \w"
)

CONSEQUENT = ("Hence", "So", "Therefore", "Consequently")
#: Rules that everybody knows, as what something follows by.
NAMES: Mapping[str, str] = {
    "induction": "induction", "induction over functions": "induction",
    "Archimedes": "the property of Archimedes",
    "reciprocal": "taking reciprocals", "antisymmetry": "both inequalities together",
    "either order": "a distinction of cases", "order": "order",
    "nothing between integers": "the fact that no integer lies between neighbours",
    "first term of a sum": "splitting off the first term",
    "without the first term": "splitting off the first term",
    "combination of sums": "adding series term by term",
    "comparison of sums": "comparing series term by term",
    "multiple of a sum": "multiplying a series", "exchange of sums": "exchanging sums",
    "multiple of a finite sum": "multiplying a sum",
    "privacy, either way": "symmetry of the shifts", "domination": "domination on all intervals",
    "countable additivity": "countable additivity", "supremum": "the existence of a supremum",
    "maximum": "the existence of a maximum", "logarithm": "the existence of logarithms",
    "intermediate value": "the intermediate value theorem",
    "bounds of a cost": "comparing two bounds of one cost",
    "privacy, by sets": "the definition of privacy",
    "privacy, by sets of integers": "the definition of privacy",
}  # fmt: skip
#: Rules that are stated where they are used first, as what something follows by.
TITLES: Mapping[str, str] = {
    "crossing": "the rule of the crossing", "exhaustion": "exhaustion of the line",
    "layer cake": "the layer cake formula", "least cost": "the existence of a least cost",
    "stochastic order": "stochastic order", "supporting line": "the existence of supporting lines",
    "tail sum": "summation over tails", "tails vanish": "the fact that tails vanish",
    "weak duality": "weak duality",
}  # fmt: skip


#: Rules that need no statement.
KNOWN = NAMES.keys() - {"domination", "intermediate value"}

_IMPERATIVES = frozenset(
    (
        "add", "apply", "choose", "clear", "collect", "combine", "compare", "cut", "differentiate",
        "divide", "exchange", "expand", "factor", "insert", "integrate", "let", "move", "multiply",
        "pass", "put", "replace", "scale", "set", "split", "subtract", "sum", "take", "use",
        "write",
    )
)  # fmt: skip
_EQUATION = re.compile(r"^\S+ = \S+$")  # for which a reason says something
#: The clause after a phrase that says where: "from -s to 0 it leads to the other side".
_SAYS_WHERE = re.compile(r"\b(?:it|they|this|we|both|the \w+) (?:leads?|is|are|has|have|falls?)\b")
_CLAUSE = re.compile(r"\b(?:that|which|what|where|whose|who|when|if|as)\b|:")
_HELPED = re.compile(r"\b(does|do|can|cannot|may|must|will|would|could)(?: not)? \w+")


def rule_named(name: str) -> str:
    """A textbook rule as what something follows by."""
    plainly = name.replace(", integers", " on the integers").replace(",", "")
    whole = plainly if "," in name else f"the rule of {plainly}"
    return NAMES.get(name) or TITLES.get(name, whole)


def sentence(words: Words) -> Words:
    """Some words with a capital, if they begin with a word."""
    if not words or not isinstance(words[0], Stretch) or words[0].math:
        return words
    text = words[0].text
    return (Stretch(text[:1].upper() + text[1:]), *words[1:])


def joined(parts: Sequence[Words], between: str = " and ") -> Words:
    """Some phrases as one: a, b and c."""
    found: list[Stretch | Reference] = []
    for place, part in enumerate(parts):
        if place:
            found.append(Stretch(between if place == len(parts) - 1 else ", "))
        found += part
    return tuple(found)


def spaced(*sentences: Words) -> Words:
    """Sentences, with blanks between them."""
    found: list[Stretch | Reference] = []
    for one in filter(None, sentences):
        found += [Stretch(" "), *one] if found else one
    return tuple(found)


def bare(reason: str) -> str:
    """A reason without a full stop."""
    return reason.strip().rstrip(".")


def plain(text: str) -> Words:
    """A plain sentence with the formulas in it."""
    return tuple(stretches(text))


def letters_of(words: Words) -> set[str]:
    """The letters of the formulas in a sentence."""
    formulas = [part for part in words if isinstance(part, Stretch) and part.math]
    return {name for part in formulas for name in letters_in(part.text)}


def dollars(text: str) -> Words:
    """Words in which formulas stand between dollar signs."""
    return tuple(
        Stretch(part, math=place % 2 == 1) for place, part in enumerate(text.split("$")) if part
    )


def lead(reason: str, grounds: Sequence[Words], *, follows: bool, turn: int, verb: str) -> Words:
    """The sentence, up to its colon, that leads to a display.

    Parameters
    ----------
    reason
        Why it is so, as its author put it: a sentence, or a phrase.
    grounds
        What it follows from.
    follows
        Whether it follows from the display before.
    turn
        Counts the sentences of a proof, so that neighbours do not begin alike.
    verb
        What is done where the reason is a phrase: "compute", "get".
    """
    text = _CONSEQUENCE.sub("", _ADDITION.sub("", reason.strip().rstrip(".")))
    text = re.sub("^nor ", "neither ", _ADDITION.sub("", text))
    text = _HEADLESS.sub(lambda found: f"{_THESE.get(found[0], 'this')} {found[0]}", text)
    by: Words = ()
    if grounds:
        by = (Stretch("By "), *joined(grounds), Stretch(", "))
    elif follows:
        by = (Stretch(f"{CONSEQUENT[turn % len(CONSEQUENT)]} "),)
    if text.split(" ")[0] in _IMPERATIVES:
        return (
            Stretch("We "),
            *plain(text),
            *((Stretch(", by "), *joined(grounds)) if grounds else ()),
        )
    head, _, rest = text.partition(": ")
    if (number := _NUMBER.match(text)) and is_sentence(rest):
        return sentence((*by, *plain(f"as in ({number[1]}), {rest}")))
    if rest and _EQUATION.match(head):
        return sentence((*by, *plain(f"for {head}, {rest}")))
    if is_sentence(text) or (is_sentence(rest) and not _NUMBER.match(text)):
        told = sentence((*by, *plain(text)))
        return (*told, Stretch(THAT_IS[turn % len(THAT_IS)])) if rest else told
    if grounds and _WHERE.match(text):
        found = sentence(plain(text))
        if _SAYS_WHERE.search(text):
            return (*found, Stretch(", by "), *joined(grounds))
        gives = " gives" if len(grounds) == 1 else " give"
        return (*found, Stretch(", "), *joined(grounds), Stretch(gives))
    if by and _GOES_ON.match(reason) and not _WHERE.match(text) and not _NOUN.match(text):
        text = ""  # without the step before, which may not be displayed, it says nothing
    return _phrase(text, by, verb, OPENINGS[turn % len(OPENINGS)])


def _phrase(text: str, by: Words, verb: str, opening: str) -> Words:
    """The sentence of a reason that is none: what is found, where it holds, or a remark."""
    if not text:
        return (*by, Stretch("we have" if by else "We have"))
    if _WHERE.match(text):
        return (*sentence((*by, *plain(text))), Stretch(", we have"))
    head = by or ((Stretch(opening),) if opening else ())
    we = "we" if by or opening else "We"
    if ";" in text and not _NOUN.match(text):
        return sentence((*by, *plain(text)))
    if _NOUN.match(text) and ":" not in text:
        return (*head, Stretch(f"{we} {'have' if by else verb} "), *plain(text))
    remark = plain(_NUMBER.sub(r"as in (\1), ", text))
    return (*head, Stretch(f"{we} have ("), *remark, Stretch(")"))


_DEPENDENT = re.compile(r"^(?:how|what|whether)\b")
_INDIRECT = re.compile(r"^(?:how|whether)\b")
_THESE = {"are": "these"}
OPENINGS = ("", "Now ", "Next, ")
THAT_IS = (". That is", ". In other words", ". In a formula")


def is_elliptic(reason: str) -> bool:
    """Whether a reason says nothing to those who have not just read the one before it."""
    return bool(_ELLIPTIC.search(bare(reason)))


def is_sentence(text: str) -> bool:
    """Whether a reason has a verb of its own, and not only one in a clause inside it."""
    main = _HELPED.sub(r"\1", re.split("[:;]", text)[0])
    depends = bool(_RUN_IN.match(text) or _DEPENDENT.match(text))
    inside = len(_CLAUSE.findall(main)) + bool(_INDIRECT.match(text))
    if not depends and (_SUBJECT.match(text) or _VERBS.search(_CLAUSE.split(main)[0])):
        return True
    return len(_VERBS.findall(main)) > inside


def of_the_paper(words: Words) -> Words:
    """Words in which numbers that are not those of displays are said to be the paper's."""
    return tuple(
        part
        if isinstance(part, Reference) or part.math
        else Stretch(_PAPER.sub(r"\g<0> of the paper", part.text))
        for part in words
    )


_NUMBERED = r"(?<![\w)])\(\d+\)|\b(?:Theorem|Lemma|Corollary|Property) \d+\b"
_PAPER = re.compile(rf"(?:{_NUMBERED})(?:(?:, | and |-)(?:{_NUMBERED}))*(?! of |[.\d])")


def refer(keys: Iterable[str]) -> list[Words]:
    """References to displays, each a phrase."""
    return [(Reference(key),) for key in keys]


#: What is done in a step of which no reason can be told.
USUAL: Mapping[str, str] = {
    "identity": "both sides are the same when they are multiplied out",
    "sign": "factor the difference of the two sides",
    "ladder": "expand the exponential into its power series",
    "derivative": "differentiate",
    "integral": "integrate",
    "sum": "the sum telescopes",
    "limit": "pass to the limit",
    "minimum": "the derivative changes its sign once",
    "series": "expand both sides as power series",
    "duality": "a feasible point and a dual one give the same value",
    "instance": "a special case",
    "density": "the mass of an interval is the integral of the density",
    "measure": "masses are additive",
}

_FOUND: Mapping[str, str] = {
    "holds": "Holds", "corrected": "Corrected: what is printed fails, and the above holds",
    "refuted": "Refuted",
    "open": "Open: neither proved nor refuted",
    "definition": "A definition, whose properties hold",
}  # fmt: skip


def record(count: int, known: ClaimStatus) -> Words:
    """The verdict, the grade, how many steps, the twins and Coq in one line."""
    grade = f"; {known.grade}" if known.grade else ""
    parts = [f"{_FOUND[known.verdict]}{grade}."]
    if known.verdict == "refuted":
        parts.append("No true version of the statement is known to us.")
    if count:
        of = f"{known.rejected} of {known.twins}"
        rejected = f"; {of} altered versions of the statement are rejected" if known.twins else ""
        parts.append(f"Checked in {count} step{'s' * (count > 1)}{rejected}.")
    parts += [known.coq] if known.coq else []
    parts += [f"A mutant survives: {text}." for text in known.survivors]
    return plain(" ".join(parts))
