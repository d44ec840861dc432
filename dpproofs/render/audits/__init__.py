"""Pages on audits by Jinja's templates, from records; words from strangers stay words."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from dpproofs.render import charts, numerals, skeleton
from dpproofs.render.audits import parameters, words

SUBJECTS = {
    "sampler": "Sampler",
    "numbers": "Numbers",
    "parameters": "Parameters",
    "threshold": "Threshold",
}


@cache
def environment() -> Environment:
    """The templates with the words, numbers and pictures that pages on audits have."""
    found = skeleton.templates().overlay(finalize=skeleton.harmless)
    names = ("at_least", "at_most", "exact", "exponential", "number", "percent")
    found.filters = {
        **found.filters,
        **{name: getattr(numerals, name) for name in names},
        "whole_options": skeleton.whole_options,
    }
    found.tests = {**found.tests, "web": lambda url: url.startswith(("http://", "https://"))}
    spoken = ("GRADES", "OUTCOMES", "COSTS", "SAYS", "points")
    found.globals = {
        **found.globals,
        **{name: getattr(parameters, name) for name in spoken},
        **{name: _drawn(name) for name in charts.__all__},
        "INPUTS": words.INPUTS,
        "SUBJECTS": SUBJECTS,
        "arguments": words.arguments,
        "between": numerals.between,
        "count": numerals.count,
        "kind_of": words.kind_of,
        "promise": words.promise,
        "view": words.view,
    }
    return found


def _drawn(name: str) -> Any:
    """A picture as a template calls it; what strangers wrote is escaped in it."""
    draw = getattr(charts, name)
    return lambda *given: Markup(draw(*given))  # noqa: S704  # escaped there


def render(template: str, **content: Any) -> str:
    """What a template makes of some content."""
    return environment().get_template(template).render(content)
