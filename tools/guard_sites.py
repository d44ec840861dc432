"""The guards of replay: where its source refuses, and that source with one of them deleted.

A guard is a condition of a ``need``, a ``raise Rejected``, a call that stands alone because it may
refuse, what makes the answer of a function of type ``bool`` a no, and what must hold before a
function is content without looking at other guards. Of conditions joined by ``and`` each is a guard
of its own, as is each link of ``a <= b < c``. The record says which test misses which guard.
"""

from __future__ import annotations

import ast
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from guard_parts import Part, Slot, either, parts, silence

ROOT = Path(__file__).resolve().parent.parent
REPLAY = ROOT / "dpproofs" / "replaying"
RECORD = ROOT / "tests" / "replaying" / "guards.json"
SEEN = "__guard_refuses__"  # what a watched guard calls when it refuses
MADE = "made: "  # before the name of a call that may refuse, each time it is made

#: Calls that stand alone for what they do.
DOING = {
    "__setattr__", "_admit", "_end", "_new", "add", "append", "begin", "cancel", "close",
    "communicate", "discard", "flush", "generator", "import_module", "kill", "main", "pop",
    "remove", "setattr", "setdefault", "shutdown", "update", "wait", "write",
}  # fmt: skip


@dataclass(frozen=True)
class Guard:
    """What a guard is called in the record: where it stands, and how it is written."""

    module: str
    function: str
    text: str

    def __str__(self) -> str:
        return f"{self.module}::{self.function}::{self.text}"


@dataclass(frozen=True)
class Site:
    """One guard of a module that was parsed."""

    guard: Guard
    part: Part


# -- functions ------------------------------------------------------------------------------------

Function = ast.FunctionDef | ast.AsyncFunctionDef


def _own(function: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function, in the order of the text, but not of functions within it."""
    for child in ast.iter_child_nodes(function):
        if not isinstance(child, Function | ast.ClassDef):
            yield child
            yield from _own(child)


def _bodies(function: ast.AST) -> Iterator[Slot]:
    """The places of all statements of a function."""
    for node in (function, *_own(function)):
        for name in ("body", "orelse", "finalbody"):
            rows = getattr(node, name, None)
            if type(rows) is list:
                yield from (Slot(rows, i) for i in range(len(rows)))


def _called(node: ast.AST) -> str:
    """The name of the function that a statement calls, and does nothing else."""
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        return ""
    function = node.value.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "?")


def _rejects(node: ast.AST) -> bool:
    return isinstance(node, ast.Raise) and "Rejected(" in ast.unparse(node)


def _denies(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Return)
        and isinstance(node.value, ast.Constant)
        and node.value.value in (False, None)
    )


def _is_content(node: ast.AST) -> bool:
    if isinstance(node, ast.Return):
        return node.value is None or ast.unparse(node.value) == "True"
    return isinstance(node, ast.Continue)


def _guards(node: ast.AST) -> bool:
    return _rejects(node) or _called(node) not in {"", *DOING}


class Body:
    """The guards of one function."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.decides = "bool" in ast.unparse(function.returns or ast.Constant(None))
        self.taken: set[int] = set()  # assignments that belong to a guard above
        self.line = 0
        self.conditional = [
            value
            for node in _own(function)
            for value in (
                [node.value.args[0]] if _called(node) == "need" else  # type: ignore[attr-defined]
                [node.value] if self.decides and isinstance(node, ast.Return) and node.value else []
            )
        ]  # fmt: skip

    def named(self, name: str) -> list[Slot]:
        """Where a name gets its value that means nothing but a condition below."""
        here = [n for n in _own(self.function) if isinstance(n, ast.Name) and n.id == name]
        loads = [n for n in here if isinstance(n.ctx, ast.Load)]
        given = [
            node
            for node in _own(self.function)
            if isinstance(node, ast.Assign)
            and len(node.targets) == 1
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id == name
        ]
        meant = {
            id(n)
            for value in (*self.conditional, *(g.value for g in given))
            for n in ast.walk(value)
        }
        if len(given) + len(loads) != len(here) or any(id(load) not in meant for load in loads):
            return []
        fresh = [g for g in given if id(g) not in self.taken and g.lineno < self.line]
        self.taken |= set(map(id, fresh))
        return [Slot(g, "value") for g in fresh]

    def sites(self) -> Iterator[tuple[str, Part]]:
        """The guards, with the words in which they are told."""
        slots = sorted(_bodies(self.function), key=lambda slot: slot.get().lineno)
        for slot in slots:
            node = slot.get()
            self.line = node.lineno
            if _called(node) == "need":
                yield from self._whole("need", slot, parts(Slot(node.value.args, 0), self.named))
            elif isinstance(node, ast.Expr) and _called(node) not in {"", *DOING}:
                yield ast.unparse(node), Part("", slot, partial(silence, slot))
            elif isinstance(node, ast.If) and not node.orelse and len(node.body) == 1 and (
                _rejects(node.body[0]) or (self.decides and _denies(node.body[0]))
            ):  # fmt: skip
                word = "raise" if _rejects(node.body[0]) else "return"
                self.taken.add(id(node.body[0]))
                yield from self._whole(word, slot, parts(Slot(node, "test"), self.named, False))
            elif isinstance(node, ast.If) and not node.orelse:
                yield from self._ways_past(node)
            elif _rejects(node) and id(node) not in self.taken:
                yield ast.unparse(node), Part("", slot, partial(silence, slot))
        if self.decides:
            yield from self._answers()

    def _ways_past(self, node: ast.If) -> Iterator[tuple[str, Part]]:
        """The conditions under which a function is content, or does not look at other guards."""
        test = Slot(node, "test")
        if len(node.body) == 1 and _is_content(node.body[0]):
            for part in parts(test, self.named):
                yield f"content({part.text})", part
        elif any(_guards(child) for child in ast.walk(node)):
            found = parts(test, self.named, False)
            yield from ((f"past({part.text})", part) for part in found if len(found) > 1)

    def _whole(self, word: str, slot: Slot, found: list[Part]) -> Iterator[tuple[str, Part]]:
        """A statement with one condition is left out as a whole."""
        for part in found:
            delete = part.delete if len(found) > 1 else partial(silence, slot)
            yield f"{word}({part.text})", Part(part.text, part.slot, delete, part.holds)

    def _answers(self) -> Iterator[tuple[str, Part]]:
        """What makes a yes of what is returned, and each condition of an ``and`` on the way."""
        done: set[int] = set()
        for node in list(_own(self.function)):
            if isinstance(node, ast.Return) and not isinstance(node.value, ast.Constant | None):
                self.line = node.lineno
                if ast.unparse(self.function.returns or node) == "bool":
                    done |= set(map(id, ast.walk(node.value)))
                    for part in parts(Slot(node, "value"), self.named):
                        yield f"return({part.text})", part
        for node in list(_own(self.function)):
            slots = [Slot(node, "value")] if isinstance(node, ast.Assign) else [
                Slot(rows, i)
                for rows in (getattr(node, "values", None), getattr(node, "ifs", None))
                if type(rows) is list
                for i in range(len(rows))
            ]  # fmt: skip
            for slot in slots:
                yield from self._joined(slot, done)

    def _joined(self, slot: Slot, done: set[int]) -> Iterator[tuple[str, Part]]:
        node = slot.get()
        joined = isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And)
        if not joined or id(node) in done or self._belongs(node):
            return
        if all(isinstance(value, ast.Name) for value in node.values) and type(slot.holder) is list:
            return  # for the types
        done |= set(map(id, ast.walk(node)))
        for part in parts(slot, lambda _: []):
            yield f"and({part.text})", part

    def _belongs(self, node: ast.AST) -> bool:
        """Whether a guard above has what stands here."""
        taken = [g for g in _own(self.function) if id(g) in self.taken]
        return any(n is node for g in taken for n in ast.walk(g))


def _functions(tree: ast.AST, around: str = "") -> Iterator[tuple[str, Function]]:
    for child in ast.iter_child_nodes(tree):
        name = around
        if isinstance(child, Function):
            name = f"{around}{child.name}"
            yield name, child
            name += "."
        elif isinstance(child, ast.ClassDef):
            name = f"{around}{child.name}."
        yield from _functions(child, name)


def sites(module: str, tree: ast.AST) -> list[Site]:
    """The guards of a module, each with a name of its own."""
    found, times = [], Counter[Guard]()
    for function, node in _functions(tree):
        for text, part in Body(node).sites():
            guard = Guard(module, function, text)
            times[guard] += 1
            if times[guard] > 1:
                guard = Guard(module, function, f"{text} #{times[guard]}")
            found.append(Site(guard, part))
    return found


def modules() -> list[str]:
    """The modules of replay, as paths in its folder."""
    return sorted(path.relative_to(REPLAY).as_posix() for path in REPLAY.rglob("*.py"))


@cache
def source(module: str) -> str:
    """The source of a module as it was when it was first asked for."""
    return (REPLAY / module).read_text("utf-8")


def parsed(module: str) -> ast.Module:
    return ast.parse(source(module))


def guards() -> list[Guard]:
    """All guards of replay."""
    return [site.guard for module in modules() for site in sites(module, parsed(module))]


def without(guard: Guard) -> ast.Module:
    """The module of a guard, that guard deleted."""
    tree = parsed(guard.module)
    (found,) = (site for site in sites(guard.module, tree) if site.guard == guard)
    found.part.delete()
    return ast.fix_missing_locations(tree)


def watched(module: str) -> ast.Module:
    """A module in which every guard tells when it refuses, and a call that may when it is made."""
    tree = parsed(module)
    tests: dict[int, tuple[Part, list[str]]] = {}
    statements: list[tuple[Slot, str]] = []
    for site in sites(module, tree):
        part, name = site.part, str(site.guard)
        if isinstance(part.slot.get(), ast.stmt):
            statements.append((part.slot, name))
        else:
            tests.setdefault(id(part.slot.get()), (part, []))[1].append(name)
    for part, names in tests.values():
        node, told = part.slot.get(), _tells(names)
        part.slot.put(
            either(node, told) if part.holds
            else ast.BoolOp(ast.And(), [node, ast.UnaryOp(ast.Not(), told)])
        )  # fmt: skip
    for slot, name in statements:
        node = slot.get()
        again: list[ast.stmt] = [ast.Expr(_tells([name])), ast.Raise()]
        refuses = node if isinstance(node, ast.Raise) else ast.Try(
            [node], [ast.ExceptHandler(None, None, again)], [], [])  # fmt: skip
        made = ast.Expr(_tells([name if refuses is node else MADE + name]))
        slot.put(ast.If(ast.Constant(True), [made, refuses], []))
    return ast.fix_missing_locations(tree)


def _tells(names: Iterable[str]) -> ast.expr:
    """A call that notes the names, and is False."""
    return ast.Call(ast.Name(SEEN, ast.Load()), [ast.Constant(name) for name in names], [])


# -- the record -----------------------------------------------------------------------------------


Record = dict[str, dict[str, dict[str, str]]]


def recorded() -> dict[Guard, str]:
    """The test that misses each guard, as it is committed."""
    rows: Record = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    return {
        Guard(module, function, text): test
        for module, functions in rows.items()
        for function, texts in functions.items()
        for text, test in texts.items()
    }


def write(found: dict[Guard, str]) -> None:
    """Keep the record, guards in the order of the source."""
    rows: Record = {}
    for guard in guards():
        if test := found.get(guard):
            rows.setdefault(guard.module, {}).setdefault(guard.function, {})[guard.text] = test
    RECORD.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
