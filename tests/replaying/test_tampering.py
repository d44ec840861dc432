"""Every leaf of a certificate is changed in turn; what is still accepted is on a short list."""

import json
from functools import cache

import pytest
from handmade import shown, signed
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from small import ACCEPTED

from dpproofs.replaying import Rejected
from dpproofs.replaying.program import replay, statement_digest

pytestmark = pytest.mark.no_cover  # thousands of replays; coverage comes from the other tests


@cache
def certified(name):
    """A certificate, which nobody changes in place."""
    made, verdict = shown(ACCEPTED[name])
    return made.document(verdict)


def leaves(value, path=()):
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from leaves(item, (*path, place))
    else:
        yield path, value


def changes(value):
    """A few other values in place of a leaf."""
    if value is None:
        return ["proved"]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1]
    other = {
        "<": ["<=", ">"], "<=": ["<", ">="], ">": ["<"], ">=": ["<="], "==": ["!="], "!=": ["=="],
        "()": ["[]"], "[)": ["()"], "[]": ["()"], "+": ["-"], "-": ["+"], "add": ["mul"],
        "mul": ["add"], "proved": ["computed"], "enclosed": ["proved"], "computed": ["proved"],
        "holds": ["corrected"], "refuted": ["holds"], "exp": ["log"], "log": ["exp"],
    }.get(value)  # fmt: skip
    if other is None:
        number = value.lstrip("-").isdigit()
        other = [str(int(value) + 1), str(-int(value))] if number else [value + "z"]
    return [new for new in other if new != value]


def changed(document, path, new):
    """Another document; what lies off the path is shared with the old one."""
    if not path:
        return new
    result = document.copy()
    result[path[0]] = changed(document[path[0]], path[1:], new)
    return result


def outcome(document, known):
    try:
        return replay(document, statements=known).accepted
    except Rejected:
        return False


def tampered(document):
    for path, value in leaves(document):
        for new in changes(value):
            yield path, new, changed(document, path, new)


def still_valid(document, path):
    """The changes after which a certificate is another valid proof of the same statement.

    The number of boxes is information only; a counterexample may be one at another point as
    well; one that the verdict does not need, because there is another, may become any true
    counterexample; and a step that is no goal of the statement may become another true step, if
    those that rest on it still follow. Nothing else may change.
    """
    if path[0] != "steps":
        return False
    step = document["steps"][path[1]]
    if step["method"] == "region":
        return path[2:] == ("evidence", "boxes")
    goals = document["statement"]["printed"] + document["statement"]["corrected"]
    if step["method"] != "counterexample":
        goal = {key: step[key] for key in ("proposition", "domain")}
        return path[2] in goal and goal not in goals
    needed = [s["method"] for s in document["steps"]].count("counterexample") == 1
    return path[2:4] == ("proposition", "point") or (
        not needed and path[2] in ("proposition", "domain")
    )


@pytest.mark.parametrize("name", ACCEPTED)
def test_without_a_new_digest_everything_is_rejected(name):
    document = certified(name)
    known = {document["statement"]["id"]: statement_digest(document["statement"])}
    for path, new, other in tampered(document):
        assert not outcome(other, known), (path, new)


@pytest.mark.parametrize("name", ACCEPTED)
def test_with_a_new_digest_only_other_valid_proofs_are_accepted(name):
    document = certified(name)
    known = {document["statement"]["id"]: statement_digest(document["statement"])}
    for path, new, other in tampered(document):
        if path != ("digest",) and outcome(signed(other), known):
            assert still_valid(document, path), (path, new)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
    | st.sampled_from([["oo"], ["int", "0"], ["sym", "x"], ["pi"], "0", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2)
    ),
    max_leaves=6,
)  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_mutated_json_never_raises_anything_but_rejected(data):
    document = certified(
        data.draw(st.sampled_from(["algebra", "limits", "wrong", "entailment", "sums"]))
    )
    for _ in range(data.draw(st.integers(1, 3))):
        places = [path for path, _ in leaves(document)]
        path = data.draw(st.sampled_from(places))
        path = path[: data.draw(st.integers(1, len(path)))]
        document = changed(document, path, data.draw(json_values))
    try:
        replay(signed(document), any_statement=True)
    except Rejected:
        pass
    except (TypeError, ValueError):
        json.dumps(document)
        raise
