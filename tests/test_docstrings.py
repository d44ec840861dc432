"""Every public name says what it does, in one style, with an example that is true."""

import ast
import doctest
import inspect
import re
import textwrap
from functools import cache

import pytest

import dpproofs as dp
from dpproofs.mechanisms.base import Noise
from dpproofs.mechanisms.parameter import declared
from dpproofs.mechanisms.selection import SelectionMechanism
from dpproofs.mechanisms.vector.base import VectorNoise
from dpproofs.privacy.composition import account

PUBLIC = sorted(name for name in dp.__all__ if not name.startswith("_"))
CLASSES = [name for name in PUBLIC if inspect.isclass(getattr(dp, name))]
MECHANISMS = [
    name
    for name in CLASSES
    if issubclass(getattr(dp, name), Noise | VectorNoise | SelectionMechanism)
]
SECTIONS = ["Parameters", "Attributes", "Returns", "Raises", "Notes", "Examples"]
HEADING = re.compile(r"(?m)^([A-Z]\w+)\n-{3,}$")
INTERVAL = r"[\[(][^()\[\]]*, ?[^()\[\]]*[\])]|at least|at most|As|[Tt]he same"


def function(found):
    """The function behind a member of a class; None where it is a value."""
    if isinstance(found, property):
        return found.fget
    inner = getattr(found, "func", None) or getattr(found, "__func__", found)
    return inner if inspect.isfunction(inner) else None


def own(owner):
    """The public functions that a class defines itself."""
    members = {m: function(v) for m, v in vars(owner).items() if not m.startswith("_")}
    return {name: found for name, found in members.items() if found is not None}


@cache
def owners():
    """The classes of this package of which public ones are made, and public functions."""
    found = {}
    for name in PUBLIC:
        value = getattr(dp, name)
        for each in value.__mro__ if inspect.isclass(value) else (value,):
            if each.__module__.startswith("dpproofs"):
                found[each.__qualname__] = each
    return found


@cache
def documented(name):
    """A public name and its public members, each with the text that a reader is shown."""
    value = getattr(dp, name)
    if not inspect.isclass(value):
        return {name: (value, inspect.getdoc(value) or "")}
    found = {name: (value, inspect.getdoc(value) or "")}
    for owner in reversed(value.__mro__):
        if owner.__module__.startswith("dpproofs"):
            for member, inner in own(owner).items():
                text = inspect.getdoc(inner) or found.get(f"{name}.{member}", (None, ""))[1]
                found[f"{name}.{member}"] = inner, text
    return found


def sections(text):
    """The parts of a docstring by their headings; what comes before them is called ''."""
    parts = HEADING.split(text)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def entries(section):
    """What a section says of each name."""
    found = {}
    for names, said in re.findall(r"(?m)^(\S.*)\n((?:(?:[ ]{4}.*)?\n?)+)", section.strip() + "\n"):
        found |= dict.fromkeys((each.strip(" *") for each in names.split(",")), said)
    return found


@pytest.mark.parametrize("name", PUBLIC)
def test_all_say_in_a_sentence_what_they_are(name):
    for called, (_, text) in documented(name).items():
        summary = text.split("\n\n")[0].strip()
        assert summary, called
        assert summary.endswith((".", ":", "...")), (called, summary)


@pytest.mark.parametrize("name", PUBLIC)
def test_all_have_an_example(name):
    for called, (_, text) in documented(name).items():
        assert ">>> " in text, called


@pytest.mark.no_cover  # an example is no test
@pytest.mark.parametrize("name", sorted(owners()))
def test_the_examples_are_true(name):
    pytest.importorskip("matplotlib")
    owner = owners()[name]
    texts = {name: owner.__doc__}
    if inspect.isclass(owner):
        texts |= {f"{name}.{member}": inner.__doc__ for member, inner in own(owner).items()}
    for called, text in texts.items():
        if text and ">>> " in text:
            example = doctest.DocTestParser().get_doctest(text, {}, called, None, None)
            result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
            assert result.attempted > 1, called
            assert result.failed == 0, called


@pytest.mark.parametrize("name", PUBLIC)
def test_they_have_one_style(name):
    for called, (_, text) in documented(name).items():
        headings = HEADING.findall(text)
        assert headings == [each for each in SECTIONS if each in headings], called
        assert not re.search(r":param|:return|Args:|Returns:|Raises:|Example:", text), called
        for heading in ("Parameters", "Attributes", "Raises"):
            if heading in headings:
                assert entries(sections(text)[heading]), called
                assert all(map(str.strip, entries(sections(text)[heading]).values())), called


@pytest.mark.parametrize("name", PUBLIC)
def test_every_argument_is_spoken_of(name):
    for called, (found, text) in documented(name).items():
        if inspect.isfunction(found):
            arguments = [each for each in inspect.signature(found).parameters if each != "self"]
            spoken = [each for each in arguments if re.search(rf"\b{each}\b", text)]
            assert spoken == [each for each in arguments if each != "cls"], called


@pytest.mark.parametrize("name", CLASSES)
def test_every_field_of_a_class_is_told(name):
    found = getattr(dp, name)
    if issubclass(found, tuple | Exception):
        return
    parts = sections(inspect.getdoc(found))
    told = entries(parts.get("Parameters", "")) | entries(parts.get("Attributes", ""))
    assert set(inspect.signature(found).parameters) <= set(told)


@pytest.mark.parametrize("name", MECHANISMS)
def test_a_mechanism_tells_domains_units_and_its_source(name):
    found = getattr(dp, name)
    text = inspect.getdoc(found)
    told = entries(sections(text)["Parameters"])
    taken = set(inspect.signature(found).parameters)
    for parameter in taken & declared(found).keys():
        assert re.search(INTERVAL, told[parameter]), (parameter, told[parameter])
    assert "unit" in text
    assert re.search(r"Source: |\b(19|20)\d\d\b|docs/\w+\.md", text)


@pytest.mark.parametrize("name", MECHANISMS)
def test_what_has_a_shape_tells_it(name):
    whole = " ".join(each.__doc__ or "" for each in getattr(dp, name).__mro__)
    for called, (found, text) in documented(name).items():
        returned = str(getattr(found, "__annotations__", {}).get("return", ""))
        if "Array" in returned or "Integers" in returned:
            arguments = inspect.signature(found).parameters
            elementwise = "elementwise" in whole and {"x", "u", "r", "epsilon"} & arguments.keys()
            assert elementwise or re.search(r"[Ss]hape|as many", text), called


def raises(found):
    """Whether a function refuses something, itself or by a check that it asks for."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(found)))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    asked = any(name.startswith(("checked", "exactly", "chosen")) for name in names)
    return asked or any(isinstance(node, ast.Raise) for node in ast.walk(tree))


@pytest.mark.parametrize("name", PUBLIC)
def test_what_is_refused_is_told(name):
    for called, (found, text) in documented(name).items():
        if inspect.isfunction(found) and raises(found):
            assert re.search(r"Raises|raises|otherwise :class:`BadInput`", text), called


# -- that a gap would be seen ---------------------------------------------------------------------


def test_sections_and_their_entries_are_read():
    head = "Do.\n\nParameters\n----------\n"
    text = f"{head}a, b\n    In (0, 1).\n*c\n    Any.\n\nRaises\n------\nE\n    X."
    assert entries(sections(text)["Parameters"]) == {
        "a": "    In (0, 1).\n",
        "b": "    In (0, 1).\n",
        "c": "    Any.\n",
    }
    assert entries(sections(text)["Raises"]).keys() == {"E"}


def test_values_and_inherited_members_are_walked_over():
    found = documented("Laplace")
    assert {"Laplace", "Laplace.scale", "Laplace.expected_cost", "Laplace.cdf"} <= found.keys()
    assert "Laplace.epsilon" not in found
    assert found["Laplace.cdf"][1].startswith("P(X <= x)")
    assert raises(dp.Claim.verify) is False
    assert raises(dp.Cactus.worst_shift)  # which has its epsilon checked
    assert raises(dp.Cactus.knots)


def test_examples_of_what_compose_returns_are_true():
    assert doctest.testmod(account).failed == 0
