"""Compare what the papers number with the claims, and with the papers' texts.

Usage: python tools/items.py [FOLDER]

Every numbered definition, theorem, figure, equation and the like is listed in ``items.toml``. The
place that a claim names covers its numbers; of the others ``items.toml`` says which claim covers
them, or why none does. FOLDER has the papers' texts, <paper>.txt each: then nothing may be numbered
there that is not listed, and what an erratum says is printed has to be printed. Both exit with 1
when something is missing.
"""

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from dpproofs.kernel.erratum import Patch
from dpproofs.theorems.registry import catalogue, registry

LISTS = Path(__file__).resolve().parent / "items.toml"
KINDS = (
    "Definition", "Property", "Assumption", "Theorem", "Lemma", "Corollary", "Remark", "Algorithm",
    "Table", "Figure",
)  # fmt: skip
NAMED = "|".join(
    kind.removesuffix("y") + ("(?:y|ies)" if kind[-1] == "y" else "s?") for kind in KINDS
)
REFERENCE = re.compile(rf"({NAMED}) (\d+[a-d]?(?:(?:, | and | to |-)\d+[a-d]?)*)")
EQUATION = re.compile(r"\((\d+)\)(?:-\((\d+)\))?")
STARTS = re.compile(rf"^[#*\s]*({'|'.join(KINDS)}|Fig\.) (\d+)[.:*( ]", re.MULTILINE)
LABELS = re.compile(
    r"\\tag\{(\d+)\}|^\s*\((\d+)\)\s*$|\((\d+)\) \||\\quad \((\d+)\)\s*\$\$", re.MULTILINE
)
LOST = frozenset({"staircase"})  # texts without formulas

Item = tuple[str, int]  # kind, empty for an equation, and number


def items(text: str) -> set[Item]:
    """The items that a reference names: "Theorem 4, (44)", "Lemmas 24 to 27", "(3)-(11)"."""
    found = {
        ("", n)
        for low, high in EQUATION.findall(text)
        for n in range(int(low), int(high or low) + 1)
    }
    for name, numbers in REFERENCE.findall(text):
        kind = next(kind for kind in KINDS if name.startswith(kind.removesuffix("y")))
        found |= {(kind, n) for n in _numbers(numbers)}
    return found


def _numbers(text: str) -> Iterator[int]:
    for part in re.split(r", | and ", text):
        ends = [int(n) for n in re.findall(r"\d+", part)]
        yield from range(ends[0], ends[-1] + 1)


def told(found: Iterable[Item]) -> str:
    """Items as a phrase."""
    return ", ".join(f"{kind} {n}" if kind else f"({n})" for kind, n in sorted(found))


def lists() -> dict[str, dict]:
    """What is listed of each paper."""
    return tomllib.loads(LISTS.read_text("utf-8"))


def references() -> Iterator[tuple[str, set[Item]]]:
    """The items that each claim of a paper names, results of our own left out."""
    for name, claim in registry().items():
        if not claim.printed.item.startswith("ours"):
            yield name, items(claim.printed.item)


def problems(paper: str, listed: dict, named: Iterable[tuple[str, set[Item]]]) -> list[str]:
    """What is wrong with the list of a paper: uncovered, covered twice, unknown."""
    numbered = set().union(*map(items, listed["numbered"]))
    by_claims = {i: name for name, found in named if name.startswith(f"{paper}.") for i in found}
    said = {**listed.get("claims", {}), **listed.get("reasons", {})}
    besides = [item for text in said for item in items(text)]
    checks = {
        "neither claim nor reason": numbered - set(by_claims) - set(besides),
        "named by a claim, and not listed": set(by_claims) - numbered,
        "covered, and not listed": set(besides) - numbered,
        "covered twice": {i for i in besides if i in by_claims or besides.count(i) > 1},
    }
    found = [f"{paper}: {what}: {told(which)}" for what, which in checks.items() if which]
    unknown = sorted(set(listed.get("claims", {}).values()) - set(catalogue()))
    return found + [f"{paper}: no such claim: {name}" for name in unknown]


def numbered_in(text: str) -> set[Item]:
    """The items whose numbers stand in a paper's text as theirs."""
    found = {("Figure" if kind == "Fig." else kind, int(n)) for kind, n in STARTS.findall(text)}
    return found | {("", int(n)) for groups in LABELS.findall(text) for n in groups if n}


def printed_in(patch: Patch, text: str) -> bool:
    """Whether a text prints what a patch replaces, white space and the like apart."""
    return _plain(patch.printed) in _plain(text)


def _plain(text: str) -> str:
    return re.sub(r"[\s$&*]|\\left|\\right|(?<![\\a-zA-Z]),", "", text.replace("rightarrow", "to"))


def unlike(paper: str, listed: dict, text: str) -> list[str]:
    """What a paper's text has that the list and the errata do not know."""
    more = numbered_in(text) - set().union(*map(items, listed["numbered"]))
    found = [f"{paper}: numbered in the text, and not listed: {told(more)}"] if more else []
    return found + [
        f"{name}: not in the text: {patch.printed}"
        for name, claim in registry().items()
        if name.startswith(f"{paper}.") and paper not in LOST and claim.printed.erratum
        for patch in claim.printed.erratum.patches
        if not printed_in(patch, text)
    ]


def main(arguments: list[str]) -> int:
    """Print what is listed, and everything that is wrong with it."""
    named, wrong = list(references()), []
    for paper, listed in lists().items():
        wrong += problems(paper, listed, named)
        numbered = set().union(*map(items, listed["numbered"]))
        print(f"{paper}: {len(numbered)} numbered")
        for folder in arguments:
            text = (Path(folder) / f"{paper}.txt").read_text("utf-8")
            print(f"  {len(numbered & numbered_in(text))} of them found in the text")
            wrong += unlike(paper, listed, text)
    print(*wrong, sep="\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
