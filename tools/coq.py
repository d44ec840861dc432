"""Have Coq check the rules, the statements and the steps of claims.

Usage: python tools/coq.py [--jobs N] [--missing | --again | CLAIM...]

Everything that the record holds is proved anew; with --missing only the claims that it lacks, and
with claims only these, the others being left as the record has them. Texts that Coq refused are not
put to it a second time but with --again, or where claims are named; only then are the slowest ways
tried, beside claims that were proved in one. With --jobs Coq is asked about so many claims at a
time. The last line counts what is proved. Nothing is left in the sources but the record of what was
proved, and refused.
"""

import argparse
import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import cache, partial
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

from coq_record import Row, keep, left, merged, proved, read, refusal

from dpproofs.coq.applications import trusted
from dpproofs.coq.document import PROVED_RULES, document
from dpproofs.coq.rules import Lemma, lemma, table
from dpproofs.coq.sentence import sentence
from dpproofs.coq.steps import proof
from dpproofs.kernel.errors import UnsupportedExpression

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "coq"
BUILD = ROOT / "build" / "coq"
CERTIFICATES = ROOT / "derivations" / "certificates"
RECORD = ROOT / "dpproofs" / "coq" / "record.json"
STATED = "rules/statements"
WAYS: tuple[Mapping[str, bool], ...] = (  # in which a proof is written, until one is accepted
    {"stronger": False}, {"stronger": True}, {"stronger": True, "factored": True},
    {"stronger": True, "factored": True, "everywhere": True},
    {"stronger": True, "factored": True, "everywhere": True, "powers": True},
)  # fmt: skip
SLOW = 2  # of these, the last, are tried only of claims that are named, or again
SECONDS = 150  # of processor time, for a file of ours, and for a claim
MORE = 3  # beside these, for each step of a claim
INSTALL = (
    "coqc or its libraries are missing; on Debian: apt-get install --no-install-recommends "
    "coq libcoq-coquelicot libcoq-interval libcoq-mathcomp-analysis"
)
PROVED = re.compile(r"^Theorem (\w+) : rule_(\w+)\.$", re.MULTILINE)
USED = re.compile(r"\b(?:proved|trusted)[._](rule_\w+)_?(?!\w)")
IMPORTED = re.compile(r"^From dpproofs(\.rules)? Require Import (.+)\.$", re.MULTILINE)
FORBIDDEN = re.compile(r"\b(Admitted|admit|Axiom|Parameter|Conjecture|Unset Guard)\b")
LIBRARIES = """\
From Coquelicot Require Coquelicot.
From Interval Require Tactic.
From mathcomp.analysis Require lebesgue_integral.
"""


class Unproved(Exception):
    """What Coq does not accept, with its message."""


class Late(Unproved):
    """What takes Coq longer than a claim may."""


class Refused(Exception):
    """What Coq refuses, or what rests on an axiom that is not listed."""


def main(arguments: list[str]) -> int:
    """Prove everything, count, and write the record."""
    parser = argparse.ArgumentParser(description="Have Coq check rules, statements and steps.")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--missing", action="store_true", help="only claims that the record lacks")
    which.add_argument("--again", action="store_true", help="what was refused too, in every way")
    which.add_argument("claims", nargs="*", default=[], metavar="CLAIM", help="only these claims")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many at a time")
    options = parser.parse_args(arguments)
    if options.jobs < 1:
        parser.error(f"--jobs is {options.jobs}; accepted: a whole number from 1 on")
    shutil.rmtree(BUILD, ignore_errors=True)
    shutil.copytree(SOURCES, BUILD, ignore=shutil.ignore_patterns("*.vo*", "*.glob", ".*"))
    try:
        compiled("libraries", LIBRARIES)
    except (FileNotFoundError, Unproved):
        print(INSTALL, file=sys.stderr)
        return 2
    try:
        print(report(options.missing, options.claims, options.jobs, again=options.again))
    except (Refused, Unproved) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def report(missing: bool, only: Sequence[str] = (), jobs: int = 1, *, again: bool = False) -> str:
    """Prove, write the record, and say how much there is.

    Raises
    ------
    Refused
        For a claim without a certificate, and when one is not proved any more.
    """
    paths = [CERTIFICATES / f"{name}.json" for name in only] or sorted(CERTIFICATES.glob("*.json"))
    if absent := [path.stem for path in paths if not path.exists()]:
        raise Refused(f"no certificate of a claim: {', '.join(absent)}")
    compile_all(sources(), jobs)
    rules = proved_rules()
    axioms = assumptions(rules)
    names, said = statements()
    known = read(RECORD)
    record = known | {"rules": sorted(rules), "statements": said}
    claims: dict[str, Row] = {}
    refused: dict[str, Row] = {}
    anew = again or bool(only)
    for claims, refused, new in proved_claims(known, paths, jobs, missing=missing, again=anew):
        axioms |= new
        keep(RECORD, merged(record, claims, refused, axioms))
    if not only:  # no row is left of what is no claim any more
        record |= {"claims": {}, "open": {}}
    if not (missing or only):
        record |= {"axioms": []}
    record = merged(record, claims, refused, axioms)
    keep(RECORD, record)
    claims = record["claims"]
    if lost := set(known["claims"]) - set(claims):
        raise Refused(f"proved before, and not any more: {', '.join(sorted(lost))}")
    for rule, why in sorted(unproved().items()):
        print(f"not proved: {rule}: {why}")
    total, count = len(table()), len(names)
    return (
        f"coq: rules {len(rules)} of {total}, statements {count} of {count}, "
        f"claims {len(claims)} of {count}, axioms {len(axioms)}"
    )


def proved_claims(
    known: Mapping[str, Any],
    paths: Iterable[Path],
    jobs: int = 1,
    *,
    missing: bool = True,
    again: bool = False,
) -> Iterator[tuple[dict[str, Row], dict[str, Row], set[str]]]:
    """The rows of claims that are proved and of those that are not, and the axioms of new ones.

    They are handed over after each claim, so that a run that is stopped loses nothing. Coq is asked
    about ``jobs`` at a time: if only what is ``missing`` counts, not about those that the record
    ``known`` holds with the same proof; about texts that it refused only ``again``.

    Raises
    ------
    Refused
        When a proof rests on an axiom that is not in the published list.
    """
    found: dict[str, Row] = {}
    others: dict[str, Row] = {}
    axioms: set[str] = set()
    with ThreadPoolExecutor(jobs) as pool:
        try:
            decided = partial(_decided, known, missing=missing, again=again)
            for path, row, new in pool.map(decided, paths):
                axioms |= new
                (others if "reason" in row else found)[path.stem] = row
                yield found, others, axioms
        finally:
            pool.shutdown(cancel_futures=True)


def _decided(
    known: Mapping[str, Any], path: Path, *, missing: bool, again: bool
) -> tuple[Path, Row, set[str]]:
    """What the record will hold of a claim: that it is proved, or why it is not."""
    certificate = json.loads(path.read_text("utf-8"))
    if certificate["verdict"] == "open":
        return path, left(certificate, "not written: the claim is undecided"), set()
    row = known["claims"].get(path.stem, {})
    trusts = [rule["name"] for rule in trusted(certificate | {"unproved": unproved()})]
    known_as = partial(proved, certificate, trusts)
    tries: dict[str, str] = {}
    usual = 0
    try:
        for place, ways in enumerate(WAYS):
            usual = len(tries) if place == len(WAYS) - SLOW else usual
            base, text = written(certificate, **ways)
            tries[hashlib.sha256(f"{base}{text}".encode()).hexdigest()] = text
            if missing and row.get("proof") in tries:
                return path, known_as(row["proof"], len(tries)), set()
    except UnsupportedExpression as error:
        return path, left(certificate, f"not written: {error}"), set()
    digests, before = list(tries), known["open"].get(path.stem, {})
    tried = before.get("proof")
    first = digests.index(tried) + 1 if tried in digests and not again else 0
    reason = before.get("reason", "")
    slow = min(int(row.get("way", 0)), len(digests))  # by which it was proved
    last = len(digests) if again else max(first, usual, slow)
    # first the way by which the claim was proved, be it with another text
    for place in sorted(range(first, last), key=lambda at: str(at + 1) != row.get("way")):
        one = digests[place]
        try:
            printed = compiled(f"claims/{sentence(certificate).name}", tries[one])
        except Late as error:
            reason = str(error)
        except Unproved as error:
            reason = refusal(tries[one], str(error))
        else:
            return path, known_as(one, place + 1), listed(printed)
    return path, left(certificate, reason, digests[last - 1]), set()


def written(
    certificate: Mapping[str, Any],
    *,
    stronger: bool,
    factored: bool = False,
    everywhere: bool = False,
    powers: bool = False,
) -> tuple[str, str]:
    """What the proof of a claim rests on, and the proof.

    Of the rules it rests on those that it uses, as they are stated: how they are proved, and what
    other rules there are, is nothing to it.
    """
    certificate = {**certificate, "everywhere": everywhere, "powers": powers}
    text = proof(
        certificate, stronger=stronger, factored=factored, everywhere=everywhere,
        in_powers=powers, unproved=unproved(),
    )  # fmt: skip
    text += f"Print Assumptions {sentence(certificate).name}_proved.\n"
    stated = imported(STATED) if PROVED_RULES in text else []
    rests = dict.fromkeys(name for one in (*imports_in(text), *stated) for name in below(one))
    return _text(tuple(rests)) + _rules_in(text), text


@cache
def _text(names: tuple[str, ...]) -> str:
    return "".join((SOURCES / f"{name}.v").read_text("utf-8") for name in names)


def _rules_in(text: str) -> str:
    """The statements of the rules that a proof uses."""
    used = {name.removesuffix("_") for name in USED.findall(text)}
    return "".join(one.text for one in _lemmas() if one.name in used)


@cache
def _lemmas() -> tuple[Lemma, ...]:
    return tuple(map(lemma, table()))


def compile_all(names: Iterable[str], jobs: int = 1) -> None:
    """Compile files of the build and all that they import, so many at a time, in that order.

    Raises
    ------
    Refused, Unproved
        As for a single one.
    """
    needs: dict[str, list[str]] = {}
    left = list(names)
    while left:
        if (name := left.pop()) not in needs:
            needs[name] = imported(name)
            left += needs[name]
    order = TopologicalSorter(needs)
    order.prepare()
    asked: dict[Future[str], str] = {}
    with ThreadPoolExecutor(jobs) as pool:
        try:
            while order.is_active():
                asked |= {pool.submit(compiled, name): name for name in order.get_ready()}
                for done in wait(asked, return_when=FIRST_COMPLETED).done:
                    done.result()
                    order.done(asked.pop(done))
        finally:
            pool.shutdown(cancel_futures=True)


def sources() -> list[str]:
    """The files of ours, each after those that it imports."""
    found = [path.relative_to(SOURCES).with_suffix("") for path in sorted(SOURCES.rglob("*.v"))]
    return list(dict.fromkeys(name for one in found for name in below(one.as_posix())))


@cache
def below(name: str) -> tuple[str, ...]:
    """A file of ours after those that it imports, directly or not."""
    before = (each for one in imported(name) for each in below(one))
    return *dict.fromkeys(before), name


@cache
def imported(name: str) -> list[str]:
    """The files of ours that one imports."""
    return imports_in((SOURCES / f"{name}.v").read_text("utf-8"))


def imports_in(text: str) -> list[str]:
    """The files of ours that a text imports."""
    lines = IMPORTED.findall(text)
    return [f"rules/{each}" if rules else each for rules, names in lines for each in names.split()]


def compiled(name: str, text: str = "") -> str:
    """Compile one file of the build, and return what it prints.

    Raises
    ------
    Refused
        For a file that assumes what it should prove.
    Unproved
        With Coq's message; ``Late`` when it was stopped without one.
    """
    path = BUILD / f"{name}.v"
    if text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    if found := FORBIDDEN.search(path.read_text("utf-8")):
        raise Refused(f"{name}.v: {found.group()} proves nothing")
    seconds = SECONDS + MORE * text.count("\nLemma step_")
    found = coqc(name, BUILD, str(seconds))
    if found.returncode < 0:
        raise Late(f"not shown within {seconds} s of processor time")
    if found.returncode:
        raise Unproved(f"{name}.v: {found.stderr.strip()}")
    return found.stdout


def coqc(name: str, place: Path, seconds: str = "unlimited") -> subprocess.CompletedProcess[str]:
    """Compile a file in a folder; it is stopped when it has used so much processor time."""
    command = ["coqc", "-q", "-w", "none", "-Q", ".", "dpproofs", f"{name}.v"]
    return subprocess.run(
        ["sh", "-c", 'ulimit -t "$0"; exec "$@"', seconds, *command],
        cwd=place, text=True, capture_output=True, check=False,
    )  # fmt: skip


def proofs_of_rules() -> list[str]:
    """The files that prove rules."""
    found = (f"rules/{path.stem}" for path in sorted((SOURCES / "rules").glob("*.v")))
    return [name for name in found if name != STATED]


def proved_rules() -> dict[str, str]:
    """The rules that have a theorem, and where it is.

    Raises
    ------
    Refused
        When a rule is neither proved nor listed with a reason, or both.
    """
    found = {
        rule: f"{Path(name).stem}.{theorem}"
        for name in proofs_of_rules()
        for theorem, rule in PROVED.findall((SOURCES / f"{name}.v").read_text("utf-8"))
    }
    known = {one.name.removeprefix("rule_"): one.rule for one in map(lemma, table())}
    named = {known[rule]: theorem for rule, theorem in found.items()}
    if set(named) | set(unproved()) != set(known.values()) or set(named) & set(unproved()):
        odd = sorted(set(known.values()) ^ set(named) ^ set(unproved()))
        raise Refused(f"neither proved nor listed in coq/unproved.json, or both: {', '.join(odd)}")
    return named


def unproved() -> dict[str, str]:
    """The rules that are not proved, with the reason."""
    return dict(json.loads((SOURCES / "unproved.json").read_text("ascii")))


def assumptions(rules: dict[str, str]) -> set[str]:
    """The axioms on which the proved rules rest, of which each has the type that is stated.

    Raises
    ------
    Refused
        For an axiom that is not in the published list.
    """
    modules = " ".join(sorted({theorem.partition(".")[0] for theorem in rules.values()}))
    lines = [f"From dpproofs.rules Require statements {modules}."]
    proved = [one for one in map(lemma, table()) if one.rule in rules]
    lines.extend(
        f"Definition {one.name}_ : statements.{one.name} := {rules[one.rule]}." for one in proved
    )
    lines.append(f"Definition all_ := ({', '.join(f'{one.name}_' for one in proved)}).")
    lines.append("Print Assumptions all_.")
    return listed(compiled("proved", "\n".join(lines) + "\n"))


def listed(printed: str) -> set[str]:
    """The axioms that Coq printed, all of them in the published list.

    Raises
    ------
    Refused
        For one that is not.
    """
    found = set(axioms_in(printed))
    if strange := found - allowed():
        raise Refused(f"axioms that are not in coq/axioms.txt: {', '.join(sorted(strange))}")
    return found


def axioms_in(printed: str) -> Iterator[str]:
    """The names that ``Print Assumptions`` printed."""
    for line in printed.splitlines():
        match = re.match(r"([A-Za-z_][\w.']*)( :|$)", line)
        if match and match.group(1) not in ("Axioms", "Closed"):
            yield match.group(1)


def allowed() -> set[str]:
    """The published list."""
    lines = (SOURCES / "axioms.txt").read_text("ascii").splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def statements() -> tuple[list[str], str]:
    """All sentences, type-checked: their identifiers, and the digest of their text."""
    found = [
        sentence(json.loads(path.read_text("utf-8")))
        for path in sorted(CERTIFICATES.glob("*.json"))
    ]
    text = document(found)
    compiled("sentences", text)
    return [one.name for one in found], hashlib.sha256(text.encode()).hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
