"""The line that says what takes so long."""

import io

import pytest
import sympy as sp
from noise_families import TRIANGULAR, s

from dpproofs.deriving import asked, waiting
from dpproofs.deriving.derived import Derived
from dpproofs.deriving.waiting import told


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Notebook(io.StringIO):
    __module__ = "ipykernel.iostream"


class Drawn(Terminal):
    __module__ = "rich.file_proxy"


@pytest.mark.parametrize("stream", [Terminal(), Notebook()])
def test_a_person_sees_what_is_looked_for_and_nothing_is_left_of_it(monkeypatch, stream):
    monkeypatch.setattr(waiting.sys, "stderr", stream)
    monkeypatch.setattr(waiting, "EVERY", 0.001)
    words = iter(["a long line", "short"])
    with told(lambda: next(words, "short")):
        while "short" not in stream.getvalue():
            pass
    shown = stream.getvalue().split("\r")
    assert shown[1] == "a long line"
    assert shown[2] == "short      "
    assert shown[-2:] == [" " * len("a long line"), ""]


@pytest.mark.parametrize("stream", [io.StringIO(), Drawn(), None])
def test_nobody_is_told_where_nobody_looks(monkeypatch, stream):
    monkeypatch.setattr(waiting.sys, "stderr", stream)
    monkeypatch.setattr(waiting, "Thread", None)
    with told(lambda: "unseen"):
        pass


def test_the_line_has_the_name_and_the_time(monkeypatch):
    lines = []
    blank = Derived("triangular.cost_2", TRIANGULAR.domain, None)

    def once(words):
        lines.append(words())
        return told(words)

    monkeypatch.setattr(asked, "told", once)
    found = asked.asked(lambda: asked.asked(lambda: sp.S(s), blank, 3), blank, 7)
    assert found == s
    assert lines == ["triangular.cost_2: 0 of 7 s of the processor"]  # once, of the outer call


def test_ctrl_c_takes_the_line_away(monkeypatch):
    stream = Terminal()
    monkeypatch.setattr(waiting.sys, "stderr", stream)
    monkeypatch.setattr(waiting, "EVERY", 0.001)

    def interrupted():
        while not stream.getvalue():
            pass
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), told(lambda: "waits"):
        interrupted()
    assert stream.getvalue().endswith("\r     \r")
