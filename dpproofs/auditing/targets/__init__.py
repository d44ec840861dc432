"""The targets that a command line can name: adapters to libraries, and Python objects.

A module of this folder that defines LIBRARY is an adapter, and so is what an entry point of the
group ``dpproofs.targets`` loads. Its names are written ``library:mechanism``. Every other
``module.path:name`` is an object on the Python path.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from typing import Any, NoReturn, Protocol

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.target import Argument, Target
from dpproofs.auditing.targets.anew import anew
from dpproofs.auditing.targets.callables import target_of
from dpproofs.auditing.targets.naming import imported, last_line, place_of
from dpproofs.kernel.errors import BadInput

GROUP = "dpproofs.targets"


class Adapter(Protocol):
    """A library of samplers: a module, or any object with these four names.

    It may also have ``refuse_deadly(name, claim)``, which raises BadInput where a draw would end
    the whole process. `find` asks it first; those who draw in a process apart need not.

    Attributes
    ----------
    LIBRARY
        The prefix of its targets.
    EXTRA
        The extra of this package that installs the library; empty where none is needed.
    """

    LIBRARY: str
    EXTRA: str

    def names(self) -> list[str]:
        """Its mechanisms. Raises BadInput when the library is missing."""
        ...

    def build(self, name: str, claim: PrivacyClaim, arguments: Mapping[str, Argument]) -> Target:
        """One of them, set up as a user who makes the claim would. Raises BadInput."""
        ...


@dataclass
class BrokenAdapter:
    """An entry point that could not be loaded: says so to those who ask for it, to no others."""

    LIBRARY: str
    error: str
    EXTRA: str = ""

    def names(self) -> list[str]:
        self._refuse()

    def build(self, name: str, claim: PrivacyClaim, arguments: Mapping[str, Argument]) -> Target:
        del name, claim, arguments
        self._refuse()

    def _refuse(self) -> NoReturn:
        accepted = f"an adapter that can be loaded, which failed with {self.error}"
        raise BadInput("TARGET", self.LIBRARY, accepted)


def find(name: str, claim: PrivacyClaim, arguments: Mapping[str, Argument] | None = None) -> Target:
    """The target of that name, set up for the claim.

    Parameters
    ----------
    name
        ``library:mechanism`` for a library that has an adapter, which goes first; otherwise
        ``module.path:name`` of a Python object, with dots allowed in the name. Modules are also
        looked for in the current directory, as ``python -m`` does.
    claim
        Its epsilon, delta and sensitivity are passed on where the signature takes them.
    arguments
        Further ones, by name. They override the claim's numbers.

    Raises
    ------
    BadInput
        When there is nothing of that name, it is no sampler, or it does not take the arguments.
    """
    arguments = dict(arguments or {})
    prefix, _, rest = name.partition(":")
    if not prefix or not rest:
        accepted = "library:mechanism, such as numpy:laplace, or module.path:name"
        raise BadInput("TARGET", name, accepted)
    known_adapters = adapters()
    if prefix in known_adapters:
        adapter = known_adapters[prefix]
        if hasattr(adapter, "refuse_deadly"):
            adapter.refuse_deadly(rest, claim)
        return adapter.build(rest, claim, arguments)
    subject = imported(prefix, rest, list(known_adapters))
    again = partial(find, name, claim, arguments)
    return target_of(subject, claim, arguments, name=name, finder=again)


def find_anew(
    name: str,
    claim: PrivacyClaim,
    arguments: Mapping[str, Argument] | None = None,
    *,
    sessions: Any = None,
) -> Target:
    """The target of the name ``module.path:name``, made anew for each draw; see `anew`.

    Raises
    ------
    BadInput
        As `find`, and for a library that has an adapter: its mechanisms are no classes here.
    """
    prefix, _, rest = name.partition(":")
    if not prefix or not rest or prefix in adapters():
        raise BadInput("TARGET", name, "module.path:name of what makes a sampler, to be made anew")
    subject = imported(prefix, rest, [*adapters()])
    return anew(subject, claim, arguments, name=name, sessions=sessions)


def source(name: str) -> tuple[str, int] | None:
    """Return the file and the line of what `find` finds; None for libraries with an adapter."""
    prefix, _, rest = name.partition(":")
    return None if prefix in adapters() else place_of(imported(prefix, rest))


def adapters() -> dict[str, Adapter]:
    """The adapters by prefix, in alphabetical order; those of this folder go before others."""
    found = {adapter.LIBRARY: adapter for adapter in (*_plugins(), *_own())}
    return dict(sorted(found.items()))


def known() -> list[str]:
    """Every ``library:mechanism`` of the libraries that are installed."""
    found: list[str] = []
    for library, adapter in adapters().items():
        with suppress(BadInput):
            found += [f"{library}:{name}" for name in adapter.names()]
    return found


def _own() -> Iterator[Adapter]:
    for info in pkgutil.iter_modules(__path__):
        module: Any = importlib.import_module(f"{__name__}.{info.name}")
        if hasattr(module, "LIBRARY"):
            yield module


def _plugins() -> Iterator[Adapter]:
    for entry in entry_points(group=GROUP):
        yield _loaded(entry)


def _loaded(entry: EntryPoint) -> Adapter:
    try:
        adapter: Adapter = entry.load()
        for name in ("LIBRARY", "names", "build"):
            getattr(adapter, name)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # somebody else's code: anything
        return BrokenAdapter(entry.name, last_line(error))
    return adapter
