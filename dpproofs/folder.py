"""A paper of one's own: a folder outside the package, with a ``paper.toml`` and modules."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from dpproofs.kernel.errors import BadInput
from dpproofs.kernel.paper import Heading

if TYPE_CHECKING:
    from dpproofs.kernel.derivation import Claim, Derivation

DESCRIPTION = "paper.toml"
STATEMENTS = "statements.json"
ABSTRACT = "abstract"
HEAD = ("title", "authors", ABSTRACT)
KEYS = ("slug", "title", "authors")


@dataclass(frozen=True)
class Paper:
    """A folder that was read, but whose code has not been run.

    Attributes
    ----------
    path
        The folder.
    slug
        The name with which the ids of its claims begin.
    head
        Title, authors and abstract as they are to be shown.
    """

    path: Path
    slug: str
    head: Heading

    def claims(self) -> dict[str, Claim]:
        """The claims of all modules of the folder, by id. This runs the folder's code.

        Raises
        ------
        BadInput
            When there are none, an id occurs twice, or does not begin with the slug; for a module
            that does not run, or whose CLAIMS are something else. Whoever asks for the derivation
            of a claim is told in the same way what is wrong with it.
        """
        found: dict[str, Claim] = {}
        for file in sorted(self.path.glob("*.py")):
            for claim in _claims(file, self._module(file), self.slug):
                if not claim.id.startswith(f"{self.slug}."):
                    raise BadInput("id", claim.id, f"an id that begins with '{self.slug}.'")
                if claim.id in found:
                    raise BadInput("id", claim.id, "an id that no other claim has")
                found[claim.id] = claim
        if not found:
            raise BadInput("path", str(self.path), "a folder in which some module defines CLAIMS")
        return found

    def _module(self, file: Path) -> ModuleType:
        """A module of the folder, which may import its neighbours relatively."""
        digest = hashlib.sha256(str(self.path.resolve()).encode()).hexdigest()[:12]
        package = f"dpproofs_paper_{digest}"
        if package not in sys.modules:
            whole = ModuleType(package)
            whole.__path__ = [str(self.path)]
            sys.modules[package] = whole
        name = f"{package}.{file.stem}"
        if name in sys.modules:
            return sys.modules[name]
        spec = importlib.util.spec_from_file_location(name, file)
        if spec is None or spec.loader is None:
            raise BadInput("path", str(file), "a Python module")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException as problem:
            del sys.modules[name]
            if isinstance(problem, _OURS):
                raise
            told = f"a module that runs, without {_shown(problem)}"
            raise BadInput("path", str(file), told) from problem
        return module


_OURS = (KeyboardInterrupt, BrokenPipeError)  # which are about the program, and not the module


def _shown(problem: BaseException) -> str:
    """An error as one would name it; leaving the program is one here."""
    if isinstance(problem, SystemExit):
        return "ending the program (sys.exit)"
    return f"{type(problem).__name__}: {problem}".removesuffix(": ")


def _claims(file: Path, module: ModuleType, slug: str) -> Iterator[Claim]:
    """The claims of a module, as those of the paper, whose derivations are made when asked for."""
    from dpproofs.kernel.derivation import SAYS_SOMETHING, Claim, Statement

    rows = getattr(module, "CLAIMS", ())
    if not isinstance(rows, (tuple, list)):
        raise BadInput(f"CLAIMS in {file}", rows, "a tuple of claims")
    for place, claim in enumerate(rows):
        name = f"CLAIMS[{place}] in {file}"
        if claim is None:
            accepted = "a claim; what was derived without a closed form, or with functions that "
            raise BadInput(name, None, f"{accepted}certificates do not know, has none")
        if not isinstance(claim, Claim):
            raise BadInput(
                name, claim, "a claim: Claim(STATEMENT, derive), or family.cost(1).claim"
            )
        said: Any = claim.printed
        if not (isinstance(said, Statement) and isinstance(said.id, str)):
            raise BadInput(f"{name}, its statement", said, "a Statement with an id")
        if (empty := claim.says_nothing) is not None:
            raise BadInput(f"{name}, a goal", empty, SAYS_SOMETHING)
        yield replace(claim, printed=replace(said, paper=slug), derive=_careful(file, claim))


def _careful(file: Path, claim: Claim) -> Callable[[], Derivation]:
    """What makes the derivation of a claim, and tells what is wrong where it does not."""

    def derive() -> Derivation:
        from dpproofs.kernel.derivation import Derivation

        name, accepted = f"derive of {claim.id} in {file}", "a function that returns a Derivation"
        if not callable(claim.derive):
            raise BadInput(name, claim.derive, accepted)
        try:
            found = claim.derive()
        except _OURS:
            raise
        except (Exception, SystemExit) as problem:
            told = f"{accepted}, without {_shown(problem)}"
            raise BadInput(name, claim.derive, told) from problem
        if not isinstance(found, Derivation):
            raise BadInput(f"what {name} returns", found, "a Derivation: return proof.done()")
        return found

    own = getattr(claim.derive, "__module__", None) or ""
    derive.__module__ = own if own.startswith("dpproofs.") else str(file)
    return derive


def is_path(argument: str) -> bool:
    """Whether an argument names a folder rather than a claim: it has a slash in it."""
    return "/" in argument or "\\" in argument


def paper(path: Path) -> Paper:
    """The description of a folder; none of its code is run.

    Raises
    ------
    BadInput
        When it is not a folder with a ``paper.toml`` that has a slug, a title and authors, all of
        them texts, as is the abstract if there is one.
    """
    file = path / DESCRIPTION
    if not file.is_file():
        raise BadInput("path", str(path), f"a folder with a {DESCRIPTION}")
    try:
        told: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise BadInput("path", str(file), f"TOML ({problem})") from None
    for key in (*KEYS, *{ABSTRACT} & told.keys()):
        if not isinstance(told.get(key), str) or not told[key]:
            raise BadInput(key, told.get(key), f"a text in {file}")
    if not told["slug"].isidentifier():
        raise BadInput("slug", told["slug"], "a name made of letters, digits and _")
    head = Heading(*(" ".join(told.get(key, "").split()) for key in HEAD))
    return Paper(path, told["slug"], head)


TEMPLATE = '''"""Uniform noise on [-w, w]: its variance, from the density."""

import sympy as sp

from dpproofs.kernel.assertions import Expected, Proper
from dpproofs.kernel.derivation import Claim, Derivation, Goal, Statement
from dpproofs.kernel.domain import Domain, Variable, positive
from dpproofs.kernel.objects import Law, Piece, Pieces
from dpproofs.kernel.proposition import Integral, that
from dpproofs.tactics.proving import Proof

w = sp.Symbol("w", positive=True)
x, u = sp.Symbol("x", real=True), sp.Symbol("u", nonnegative=True)
ON = Domain((positive(w),))

DENSITY = Pieces("f", x, (w,), ON, (Piece(1 / (2 * w), w), Piece(sp.Integer(0), sp.oo)))
NOISE = Law("X", (w,), ON, "f")

VARIANCE = Statement(
    id="{slug}.variance",
    paper="{slug}",
    item="Theorem 1",
    title="the variance of uniform noise",
    printed_latex=r"\\mathbb E X^2=\\frac{{w^2}}3",
    definitions=(DENSITY, NOISE),
    printed=(
        Goal(Proper(NOISE(w)), ON),
        Goal(Expected(NOISE(w), u, u**2, "==", w**2 / 3), ON),
    ),
)


def derive() -> Derivation:
    """The steps, in order; each names the checker that decides it."""
    proof = Proof(ON, VARIANCE)
    masses, costs = [], []
    for place, piece in enumerate(DENSITY.pieces):
        level, ends = piece.value, DENSITY.ends(place)
        inside = ON & Variable(x, *ends, "[)", hollow=True)
        masses += [
            proof.shows(
                that(0) <= level, on=inside, by="sign", because="the density is not negative"
            ),
            proof.shows(
                Integral(level, x, *ends, level * w), by="integral",
                because="the mass of a piece", antiderivative=level * x,
            ),
        ]
        costs.append(
            proof.shows(
                Integral(x**2 * level, x, *ends, level * w**3 / 3), by="integral",
                because="what a piece adds to the variance", antiderivative=level * x**3 / 3,
            )
        )
    exists = proof.concludes(
        VARIANCE.printed[0], by="existence", uses=masses, because="both sides have the mass 1/2"
    )
    sign = proof.shows(
        that(0) <= u**2, on=ON & Variable(u, sp.Integer(0), sp.oo, "[)"), by="sign",
        because="a square is not negative",
    )
    proof.concludes(
        VARIANCE.printed[1], by="expectation", uses=[exists, sign, *costs],
        because="the density is even",
    )
    return proof.done()


CLAIMS = (Claim(VARIANCE, derive),)
'''

DERIVED = '''"""Triangular noise: its costs are found, and then checked like anything else."""

import sympy as sp

import dpproofs as dp

x, s = sp.symbols("x s", positive=True)
FAMILY = dp.Family(
    "{slug}",
    x=x,
    domain=dp.Domain((dp.positive(s),)),
    pieces=[dp.Piece((1 - x / s) / s, 0, s)],
)

CLAIMS = (FAMILY.cost(1).claim, FAMILY.cost(2).claim)
'''


def first_paper(directory: Path) -> dict[Path, str]:
    """The files of a first paper, which passes: one theorem by hand, and one family derived.

    Raises
    ------
    BadInput
        When the directory has no name to make a slug of, or is not empty.
    """
    slug = directory.resolve().name.replace("-", "_").lower()
    if not slug.isidentifier():
        raise BadInput("DIR", str(directory), "a directory whose name can begin an id")
    if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
        raise BadInput("DIR", str(directory), "a directory that is new or empty")
    description = (
        f'slug = "{slug}"\ntitle = "A first paper"\nauthors = "me"\n'
        'abstract = "What it is about, with formulas such as $w^2/3$ between dollar signs."\n'
    )
    return {
        directory / DESCRIPTION: description,
        directory / "uniform.py": TEMPLATE.format(slug=slug),
        directory / "triangular.py": DERIVED.format(slug=slug),
    }
