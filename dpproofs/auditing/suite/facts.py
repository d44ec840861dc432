"""What libraries promise, and what their issue trackers know: facts that were looked up."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from dpproofs.auditing.record import UpstreamRecord


def documented(library: str, mechanism: str) -> dict[str, str] | None:
    """The documented claim in our words, and where it stands; None where none was looked up."""
    for fact in _facts()["documented"]:
        if fact["library"] == library and mechanism in fact["mechanisms"]:
            return {"text": fact["text"], "where": fact["where"].get(mechanism, "")}
    return None


def upstream(library: str, mechanism: str, audit: str) -> UpstreamRecord:
    """What the library's issue tracker says on a kind of finding."""
    for fact in _facts()["upstream"]:
        about = fact["library"], mechanism in fact["mechanisms"], audit in fact["audits"]
        if about == (library, True, True):
            known, url, state = (fact.get(key) for key in ("known", "url", "state"))
            return UpstreamRecord(known, fact["what"], url, state, str(fact["looked_up"]))
    return UpstreamRecord(None, "not looked up", None, None, None)


@cache
def _facts() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("facts.toml").read_text("utf-8"))
