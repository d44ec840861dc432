"""Names of targets: adapters, Python objects, and what is said when there is no such thing."""

import pickle
import sys
from importlib.metadata import EntryPoint
from types import SimpleNamespace

import numpy as np
import pytest

from dpproofs.auditing import targets
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.targets import adapters, find, known
from dpproofs.kernel.errors import BadInput

CLAIM = PrivacyClaim(1.0, 1e-3, 1.0)

MODULE = """
import numpy as np
from functools import wraps

class Box:
    class Inner:
        def sample(self, size, rng):
            return rng.normal(size=size)
    @property
    def trouble(self):
        raise RuntimeError("not today")
    def noisy(self, value):
        return value

box = Box()
double = lambda value: 2.0 * value
constant = 3

def centred(value, scale=1.0, size=None, rng=None):
    return value + rng.laplace(scale=scale, size=size)
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Write a module into the current directory and return the function that writes more."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    before = set(sys.modules)

    def write(name, source):
        path = tmp_path / f"{name}.py"
        path.write_text(source, "utf-8")

    write("noisy_things", MODULE)
    yield write
    for name in set(sys.modules) - before:
        if name.startswith(("noisy_", "faulty_")):
            del sys.modules[name]


@pytest.fixture
def plugins(monkeypatch):
    """Return a function that declares entry points, which load the given objects."""

    def declare(**loaded):
        def load(entry):
            value = loaded[entry.name]
            if isinstance(value, BaseException):
                raise value
            return value

        monkeypatch.setattr(EntryPoint, "load", load)
        entries = [EntryPoint(name, "anywhere", targets.GROUP) for name in loaded]
        monkeypatch.setattr(targets, "entry_points", lambda **_: entries)

    return declare


def refusal(name, arguments=None):
    with pytest.raises(BadInput) as caught:
        find(name, CLAIM, arguments)
    return str(caught.value)


@pytest.mark.usefixtures("module")
def test_an_object_is_found_in_the_current_directory():
    assert find("noisy_things:double", CLAIM).draw(2, 3, None).tolist() == [4.0] * 3


@pytest.mark.usefixtures("module")
def test_names_may_have_dots():
    target = find("noisy_things:Box.Inner", CLAIM)
    assert target.seeded
    assert target.draw(1, 4, np.random.default_rng(0)).shape == (4,)


@pytest.mark.usefixtures("module")
def test_arguments_reach_a_function():
    wide, narrow = (
        find("noisy_things:centred", CLAIM, {"scale": scale}).draw(
            5.0, 100, np.random.default_rng(0)
        )
        for scale in (2.0, 1.0)
    )
    np.testing.assert_allclose(wide - 5, 2 * (narrow - 5))


@pytest.mark.parametrize("name", ["double", "centred", "Box.Inner"])
@pytest.mark.usefixtures("module")
def test_what_was_found_by_name_can_be_pickled(name):
    target = find(f"noisy_things:{name}", CLAIM)
    copy = pickle.loads(pickle.dumps(target))  # noqa: S301  # our own
    first, second = (t.draw(1.5, 9, np.random.default_rng(3)) for t in (target, copy))
    assert first.tolist() == second.tolist()
    assert copy.about == target.about


@pytest.mark.parametrize("name", ["laplace", "laplace:", ":laplace", ""])
def test_a_name_needs_two_parts(name):
    assert "should be library:mechanism, such as numpy:laplace, or module.path:name" in refusal(
        name
    )


@pytest.mark.parametrize("name", ["./noisy.py:f", "noisy.py:f", "a/b:f", ".noisy:f"])
def test_a_path_is_not_a_module(name):
    assert "should be module.path:name, with dots and without .py" in refusal(name)


def test_a_missing_module_is_named_with_the_libraries_there_are():
    message = refusal("no_such_module.deep:f")
    assert "No module named 'no_such_module'" in message
    assert "numpy" in message


def test_a_missing_submodule_is_named():
    assert "No module named 'json.nothing'" in refusal("json.nothing:f")


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("def f(:\n  pass", "SyntaxError: invalid syntax (faulty_module.py, line 1)"),
        ("import no_such_library", "ModuleNotFoundError: No module named 'no_such_library'"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("raise ValueError('first\\n\\nlast\\n')", "ValueError: first last"),
    ],
)
def test_a_module_that_fails_shows_the_error_in_one_line(module, source, said):
    module("faulty_module", source)
    message = refusal("faulty_module:f")
    assert message.endswith(f"of a module that can be imported; it raised {said}")


@pytest.mark.usefixtures("module")
def test_a_missing_name_shows_close_ones():
    assert "noisy_things, which has no 'doubel' but double" in refusal("noisy_things:doubel")
    assert refusal("noisy_things:qqqq").endswith("has no 'qqqq'")
    assert "a name in Box, which has no 'Iner' but Inner" in refusal("noisy_things:Box.Iner")


@pytest.mark.usefixtures("module")
def test_an_attribute_that_raises_is_reported():
    assert "it raised RuntimeError: not today" in refusal("noisy_things:box.trouble")


def test_an_error_of_somebody_elses_is_one_line_of_bounded_length(module):
    module("faulty_long", "raise ValueError('begin' + 'x ' * 10_000 + 'end')")
    message = refusal("faulty_long:f")
    assert "ValueError: begin" in message
    assert message.endswith("x end")
    assert len(message) < 500


def test_an_error_that_cannot_be_shown_is_named(module):
    source = "class Odd(Exception):\n    def __str__(self):\n        return 1 / 0\nraise Odd"
    module("faulty_odd", source)
    assert refusal("faulty_odd:f").endswith("it raised faulty_odd.Odd")


def test_names_are_close_by_what_differs():
    assert refusal("numpy:laplac").endswith("one of numpy:laplace")
    assert "numpy:beta, numpy:binomial" in refusal("numpy:choice")


@pytest.mark.usefixtures("module")
def test_a_method_without_its_object_is_not_a_target():
    assert "it is one of a class, and needs self" in refusal("noisy_things:Box.noisy")
    assert find("noisy_things:box.noisy", CLAIM).about.name == "noisy_things:box.noisy"


def test_an_adapter_may_refuse_what_would_end_the_process(monkeypatch):
    adapter = adapters()["numpy"]

    def refuse(name, claim):
        raise BadInput("epsilon", claim.epsilon, f"another one for {name}")

    monkeypatch.setattr(adapter, "refuse_deadly", refuse, raising=False)
    assert refusal("numpy:laplace").endswith("another one for laplace")


@pytest.mark.usefixtures("module")
def test_a_number_is_not_a_target():
    assert "something to call, not an object of type int" in refusal("noisy_things:constant")


def test_the_adapters_of_this_folder_are_discovered():
    assert {"numpy", "scipy"} <= adapters().keys()
    assert list(adapters()) == sorted(adapters())


def test_known_names_belong_to_adapters():
    names = known()
    assert {"numpy:laplace", "scipy:norm"} <= set(names)
    assert {name.partition(":")[0] for name in names} <= adapters().keys()


def test_an_adapter_goes_before_a_module_of_its_name():
    assert find("numpy:normal", CLAIM).about.library == "numpy"
    assert "but should be one of numpy:laplace" in refusal("numpy:laplac")


def test_a_package_may_add_an_adapter(plugins):
    made = object()
    plugins(
        extra=SimpleNamespace(
            LIBRARY="mine", EXTRA="", names=lambda: ["a"], build=lambda *given: (made, given)
        )
    )
    assert "mine:a" in known()
    assert find("mine:a", CLAIM, {"b": 1}) == (made, ("a", CLAIM, {"b": 1}))


def test_an_adapter_of_this_folder_goes_before_a_package_of_its_name(plugins):
    plugins(extra=SimpleNamespace(LIBRARY="numpy", EXTRA="", names=list, build=None))
    assert "numpy:laplace" in known()


@pytest.mark.parametrize(
    ("loaded", "reason"),
    [
        (ImportError("no such file"), "ImportError: no such file"),
        (SystemExit(1), "SystemExit: 1"),
        (SimpleNamespace(LIBRARY="broken"), "has no attribute 'names'"),
    ],
)
def test_a_broken_package_harms_only_those_who_ask_for_it(plugins, loaded, reason):
    plugins(broken=loaded)
    assert "numpy:laplace" in known()
    message = refusal("broken:a")
    assert "TARGET = 'broken', but should be an adapter that can be loaded" in message
    assert reason in message


def test_a_library_that_is_missing_has_no_names(plugins):
    def names():
        raise BadInput("library", "missing", "installed")

    plugins(missing=SimpleNamespace(LIBRARY="missing", EXTRA="", names=names, build=None))
    assert "missing" in adapters()
    assert not [name for name in known() if name.startswith("missing")]
