"""Every guard of replay is known to be needed: the record says which test misses it."""

import ast
from pathlib import Path

import guard_sites
import pytest
from guard_sites import SEEN

from dpproofs.replaying import Rejected
from dpproofs.replaying.reader import need

ROOT = Path(__file__).parents[2]


# -- the record -----------------------------------------------------------------------------------


def test_every_guard_has_a_row_in_the_record():
    """`make guards` finds the test for a guard that is new or was changed."""
    found, recorded = set(guard_sites.guards()), guard_sites.recorded().keys()
    new, gone = (sorted(map(str, part)) for part in (found - recorded, recorded - found))
    assert not new, "guards that no test is known to miss"
    assert not gone, "guards that are there no more"


def functions(path):
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_test_of_the_record_is_there(request):
    """The parameters of a test are looked at where all tests of its file were collected."""
    config, tests = request.config, sorted(set(guard_sites.recorded().values()))
    here = {path: functions(path) for path in {test.split("::")[0] for test in tests}}
    collected = {item.nodeid for item in request.session.items}
    some = config.option.keyword or any("::" in argument for argument in config.args)
    whole = set() if some else {name.split("::")[0] for name in collected}
    for test in tests:
        path, name = test.split("::", 1)
        assert name.split("[")[0] in here[path], test
        assert path not in whole or test in collected, test


# -- what a guard is ------------------------------------------------------------------------------

SOURCE = """
def accepts(x) -> bool:
    need(x["a"] and not (x["b"] or x["c"]), "words")
    fits = 0 < x["d"] <= 2 and len(x["e"]) == 1
    need(fits, "words")
    if x["f"] is None or x["g"]:
        raise Rejected("words")
    shown(x["h"])
    if x["i"]:
        return False
    strict = x["j"] and x["k"]
    found.append(strict)
    pair = (1, 2)
    return (x["l"], 2) == pair and all(y and z for y, z in x["m"]) and strict
"""
GOOD = {
    "a": 1, "b": 0, "c": 0, "d": 1, "e": "e", "f": 1, "g": 0, "h": 1, "i": 0, "j": 1, "k": 1,
    "l": 1, "m": [(1, 1)],
}  # fmt: skip
BAD = {
    "need(x['a'])": {"a": 0}, "need(not x['b'])": {"b": 1}, "need(not x['c'])": {"c": 1},
    "need(0 < x['d'])": {"d": 0}, "need(x['d'] <= 2)": {"d": 3},
    "need(len(x['e']) == 1)": {"e": "ee"}, "raise(not x['f'] is None)": {"f": None},
    "raise(not x['g'])": {"g": 1}, "shown(x['h'])": {"h": 0}, "return(not x['i'])": {"i": 1},
    "return(x['l'] == pair[0])": {"l": 2}, "return(y)": {"m": [(0, 1)]},
    "return(z)": {"m": [(1, 0)]}, "return(strict)": {"j": 0},
    "and(x['j'])": {"j": 0}, "and(x['k'])": {"k": 0},
}  # fmt: skip


def made(tree, seen=None):
    """The function of a tree, as a question about changes of what it accepts."""

    def shown(value):
        need(bool(value), "not shown")

    names = {"need": need, "Rejected": Rejected, "shown": shown, "found": [], SEEN: seen}
    exec(compile(ast.fix_missing_locations(tree), "accepts", "exec"), names)  # noqa: S102  (ours)

    def accepts(changes):
        try:
            return bool(names["accepts"]({**GOOD, **changes}))
        except Rejected:
            return False

    return accepts


def test_every_condition_is_a_guard_of_its_own():
    texts = {each.guard.text for each in guard_sites.sites("m.py", ast.parse(SOURCE))}
    assert texts == {*BAD, "return(2 == pair[1])"}
    accepts = made(ast.parse(SOURCE))
    assert accepts({})
    assert not any(map(accepts, BAD.values()))


@pytest.mark.parametrize("text", BAD)
def test_a_guard_alone_is_deleted(text):
    tree = ast.parse(SOURCE)
    (site,) = (s for s in guard_sites.sites("m.py", tree) if s.guard.text == text)
    site.part.delete()
    accepts = made(tree)
    for other, changes in BAD.items():
        within = text == "return(strict)" and other.startswith("and")
        assert accepts(changes) is (changes == BAD[text] or within), other


def test_guards_tell_when_they_refuse(monkeypatch):
    monkeypatch.setattr(guard_sites, "source", lambda _: SOURCE)
    told = []
    accepts = made(guard_sites.watched("m.py"), lambda *names: told.extend(names))
    for text, changes in {"": {}, **BAD}.items():
        told.clear()
        assert accepts(changes) is not bool(changes)
        refusing = {name.split("::")[-1] for name in told if not name.startswith("made: ")}
        assert text in refusing if text else not refusing


def test_a_repeated_guard_has_a_number():
    tree = ast.parse("def f(a):\n    need(a, '')\n    need(a, '')")
    texts = [each.guard.text for each in guard_sites.sites("m.py", tree)]
    assert texts == ["need(a)", "need(a) #2"]
