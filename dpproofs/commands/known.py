"""What is known of the claims that a command is asked about: what was stored, or is found now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from dpproofs.commands import options
from dpproofs.commands.checking import check_folders

if TYPE_CHECKING:
    from dpproofs.folder import Paper
    from dpproofs.kernel.derivation import Claim
    from dpproofs.stored import Stored


@dataclass(frozen=True)
class KnownClaims:
    """Claims, and what was found of them.

    Attributes
    ----------
    names
        The claims in the order in which they are shown.
    results
        What was found of those of which something is known as they stand.
    without
        Those of which nothing is.
    left
        How many claims of folders an interruption left unchecked.
    own, papers
        The claims by id, and the papers by slug, of folders.
    """

    names: tuple[str, ...]
    results: tuple[Stored, ...]
    without: tuple[str, ...] = ()
    left: int = 0
    own: Mapping[str, Claim] = field(default_factory=dict)
    papers: Mapping[str, Paper] = field(default_factory=dict)

    def claim(self, name: str) -> Claim:
        """One of the claims."""
        from dpproofs.theorems.registry import find

        return self.own.get(name) or find(name)

    def title(self, paper: str) -> str:
        """The title of a paper of theirs."""
        from dpproofs.theorems.registry import papers

        return self.papers[paper].head.title if paper in self.papers else papers()[paper]


def known(arguments: Sequence[str], papers: Sequence[str] = ()) -> KnownClaims:
    """The claims that are named, or those of folders, which are checked now.

    Raises
    ------
    BadInput
        As `options.chosen` and `options.folders` do, and for a folder that is no paper.
    """
    from dpproofs.stored import found_now, stored

    if not (paths := options.folders(arguments)):
        names = options.chosen(arguments, papers)
        results, without = stored(names)
        return KnownClaims(tuple(names), tuple(results), tuple(without))
    outcome, own = check_folders(paths)
    results = [found_now(own[verdict.id], verdict) for verdict in outcome.verdicts]
    return KnownClaims(
        tuple(result.id for result in results), tuple(results), left=outcome.left, own=own,
        papers=described(paths),
    )  # fmt: skip


def described(paths: Sequence[str]) -> dict[str, Paper]:
    """The papers of some folders by their slugs; no code is run."""
    from dpproofs.folder import paper

    return {found.slug: found for found in (paper(Path(path)) for path in paths)}
