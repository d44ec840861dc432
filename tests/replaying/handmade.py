"""Certificates written by hand: a few words for trees, propositions, statements and steps."""

import copy
from fractions import Fraction

from dpproofs.replaying.program import replay
from dpproofs.replaying.reader import Rejected, digest

F = Fraction
OO, PI = ["oo"], ["pi"]
LOWEST = ["mul", ["int", "-1"], ["oo"]]
GRADES = ("enclosed", "certified", "proved")


def tree(value):
    """A number or a name as a tree; a tree as it is."""
    if isinstance(value, (int, Fraction)):
        q = Fraction(value)
        if q.denominator == 1:
            return ["int", str(q.numerator)]
        return ["rat", str(q.numerator), str(q.denominator)]
    return ["sym", value] if isinstance(value, str) else value


def add(*parts):
    return ["add", *map(tree, parts)]


def mul(*parts):
    return ["mul", *map(tree, parts)]


def minus(a, b):
    return add(a, mul(-1, b))


def power(a, b):
    return ["pow", tree(a), tree(b)]


def exp(a):
    return ["exp", tree(a)]


def log(a):
    return ["log", tree(a)]


def erf(a):
    return ["erf", tree(a)]


def atan(a):
    return ["atan", tree(a)]


def asin(a):
    return ["asin", tree(a)]


def sin(a):
    return ["sin", tree(a)]


def cos(a):
    return ["cos", tree(a)]


def gamma(a):
    return ["Gamma", tree(a)]


def lowergamma(z, u):
    return ["lowergamma", tree(z), tree(u)]


def lowerbeta(y, z, u):
    return ["lowerbeta", tree(y), tree(z), tree(u)]


def ap(name, *arguments):
    return ["apply", name, *map(tree, arguments)]


def noise(name, *arguments):
    return ["noise", name, *map(tree, arguments)]


def between(ends, low, high):
    low = LOWEST if low is None else tree(low)
    return ["between", ends, low, OO if high is None else tree(high)]


def mass(of, event):
    return ["mass", noise(of) if isinstance(of, str) else of, event]


def some(name="S"):
    return ["set", name]


def moved(event, d):
    return ["moved", event, tree(d)]


def var(name, low=None, high=None, ends=None, integer=False, root=None):
    if ends is None:
        ends = ("[" if integer and low is not None else "(") + (
            "]" if integer and high is not None else ")"
        )
    return {
        "name": name, "lower": LOWEST if low is None else tree(low),
        "upper": OO if high is None else tree(high), "ends": ends, "integer": integer,
        "root": None if root is None else [root[0], tree(root[1])],
    }  # fmt: skip


def index(name, low=0, high=None):
    return var(name, low, high, integer=True)


def rel(a, op, b):
    return {"kind": "relation", "lhs": tree(a), "op": op, "rhs": tree(b)}


def private(of, epsilon, delta=0, sensitivity=1):
    return {"kind": "private", "noise": noise(of) if isinstance(of, str) else of,
            "epsilon": tree(epsilon), "delta": tree(delta),
            "sensitivity": tree(sensitivity)}  # fmt: skip


def even(of):
    return {"kind": "even", "noise": noise(of) if isinstance(of, str) else of}


def isnoise(of):
    return {"kind": "noise", "noise": noise(of) if isinstance(of, str) else of}


def expected(of, cost, op, value, u="u"):
    return {"kind": "expected", "noise": noise(of) if isinstance(of, str) else of, "variable": u,
            "cost": tree(cost), "op": op, "value": tree(value)}  # fmt: skip


def cheaper(of, than, cost="L"):
    return {"kind": "cheaper", "noise": noise(of) if isinstance(of, str) else of,
            "than": noise(than) if isinstance(than, str) else than, "cost": cost}  # fmt: skip


def integral(f, x, low, high, value):
    return {"kind": "integral", "integrand": tree(f), "variable": x,
            "lower": LOWEST if low is None else tree(low),
            "upper": OO if high is None else tree(high), "value": tree(value)}  # fmt: skip


def total(term, k, low, high, value):
    return {"kind": "sum", "term": tree(term), "index": k, "lower": tree(low),
            "upper": OO if high is None else tree(high), "value": tree(value)}  # fmt: skip


def derivative(f, x, value):
    return {"kind": "derivative", "function": tree(f), "variable": x, "value": tree(value)}


def limit(f, x, point, side, value):
    return {"kind": "limit", "expression": tree(f), "variable": x,
            "point": OO if point is None else tree(point), "side": side,
            "value": tree(value)}  # fmt: skip


def minimum(f, x, low, high, ends, at):
    return {"kind": "minimum", "function": tree(f), "variable": x,
            "lower": LOWEST if low is None else tree(low),
            "upper": OO if high is None else tree(high), "ends": ends, "at": tree(at)}  # fmt: skip


def series(f, x, *coefficients):
    return {"kind": "series", "expression": tree(f), "variable": x,
            "coefficients": [tree(c) for c in coefficients]}  # fmt: skip


def program(objective, variables, constraints, equations, value):
    return {"kind": "program", "objective": tree(objective), "variables": variables,
            "constraints": [tree(row) for row in constraints],
            "equations": [tree(row) for row in equations], "value": tree(value)}  # fmt: skip


def exists(variables, *propositions):
    return {"kind": "exists", "variables": list(variables), "all": list(propositions)}


def fails(proposition, objects=None, **point):
    return {"kind": "fails", "proposition": proposition, "objects": objects or {},
            "point": [[name, tree(value)] for name, value in point.items()]}  # fmt: skip


def goal(proposition, *domain):
    return {"proposition": proposition, "domain": list(domain)}


def fact(name, times=1, **at):
    return {"fact": name, "at": {k: tree(v) for k, v in at.items()}, "times": tree(times)}


def step(proposition, domain, by, uses=(), **evidence):
    """One row of a table of proofs."""
    return proposition, domain, by, uses, evidence


def applied(node):
    """The functions that are applied in JSON, with their arities."""
    if isinstance(node, dict):
        node = list(node.values())
    if not isinstance(node, list):
        return set()
    own = {(node[1], len(node) - 2)} if node[:1] == ["apply"] else set()
    return own.union(*map(applied, node))


def proof(rows):
    """The proof whose steps are the rows of a table; what is assumed is a hypothesis."""
    made = Proof()
    for proposition, domain, by, uses, evidence in rows:
        if by == "assume":
            made.assume(proposition, *domain)
        else:
            made.step(proposition, domain, by, uses, **evidence)
    made.sentence["given"] = [function(*pair) for pair in sorted(applied(made.steps))]
    last = made.steps[-1]
    if last["proposition"]["kind"] == "fails":
        made.sentence["printed"] = [goal(last["proposition"]["proposition"], *last["domain"])]
    return made


def shown(rows):
    """The proof in a table with every step as a goal, and its verdict."""
    made = proof(rows)
    goals, verdict = [], "holds"
    for row in made.steps:
        said = row["proposition"]
        if said["kind"] == "fails":
            said, verdict = said["proposition"], "refuted"
        if row["method"] != "assume":
            goals.append(goal(said, *row["domain"]))
    made.sentence["printed"] = goals
    return made, verdict


# -- objects and definitions ----------------------------------------------------------------------


def function(name, arity=1):
    return {"name": name, "kind": "function", "arity": arity}


def given(name, on="line", arity=0):
    return {"name": name, "kind": "noise", "arity": arity, "on": on}


def anyset(name):
    return {"name": name, "kind": "set", "arity": 0}


def cost(name="L"):
    return {"name": name, "kind": "cost", "arity": 0}


def value(name, arguments, domain, tree_):
    return {"kind": "value", "name": name, "arguments": list(arguments), "domain": list(domain),
            "value": tree(tree_)}  # fmt: skip


def pieces(name, arguments, domain, rows, period=None, n=None, x="x"):
    rows = [{"value": tree(v), "upper": OO if upper is None else tree(upper)} for v, upper in rows]
    return {"kind": "pieces", "name": name, "variable": x, "arguments": list(arguments),
            "domain": list(domain), "period": None if period is None else tree(period),
            "index": n, "pieces": rows}  # fmt: skip


def law(name, density, arguments=(), domain=(), atom=0, on="line"):
    return {"kind": "noise", "name": name, "arguments": list(arguments), "domain": list(domain),
            "on": on, "density": density, "atom": tree(atom)}  # fmt: skip


def statement(printed=(), **more):
    return {
        "id": "test.it", "paper": "test", "item": "it", "definition": False, "parameters": [],
        "given": [], "definitions": [], "hypotheses": [], "printed": list(printed),
        "corrected": [], "also": [], **more,
    }  # fmt: skip


def signed(document):
    return {**document, "digest": digest({k: v for k, v in document.items() if k != "digest"})}


class Proof:
    """Steps one after the other; each method returns the number of its step."""

    def __init__(self, **sentence):
        self.sentence, self.steps = sentence, []

    def step(self, proposition, domain=(), by="sign", uses=(), grade="proved", **evidence):
        """A step by any method."""
        if by == "region":
            grade, evidence = "enclosed", {"boxes": 1}
        grade = evidence.pop("graded", grade)
        if by == "duality":
            grade = "certified"
        self.steps.append({
            "name": str(len(self.steps) + 1), "proposition": proposition, "domain": list(domain),
            "method": by, "grade": grade, "uses": list(uses), "evidence": evidence,
        })  # fmt: skip
        return self.steps[-1]["name"]

    def assume(self, proposition, *domain):
        """Take a hypothesis, and put it among those of the statement."""
        row = goal(proposition, *domain)
        rows = self.sentence.setdefault("hypotheses", [])
        if row not in rows:
            rows.append(row)
        return self.step(proposition, domain, "assume")

    def combine(self, proposition, domain, *facts, also=()):
        """An entailment from (step, values, multiplier)."""
        rows = [
            {"fact": name, "at": {k: tree(v) for k, v in at.items()}, "times": tree(times)}
            for name, at, times in facts
        ]
        uses = list(dict.fromkeys([*(row[0] for row in facts), *also]))
        return self.step(proposition, domain, "entailment", uses, facts=rows)

    def rule(self, rule, proposition, domain=(), uses=(), **bindings):
        names = {k for k, v in bindings.items() if v == "L"}
        plain = {k: str(v) for k, v in bindings.items() if k in names}
        bound = {k: v if v == OO else tree(v) for k, v in bindings.items()} | plain
        return self.step(proposition, domain, "rule", uses, rule=rule, bindings=bound)

    def define(self, definition):
        return self.step({"kind": "define", "definition": definition}, by="define")

    def obtain(self, rule, name, facts, domain=(), uses=(), **bindings):
        """A number found by a rule; its facts are (proposition, own variables...)."""
        parameters = {v["name"] for v in self.sentence.get("parameters", [])}
        arguments = [v["name"] for v in domain if v["name"] not in parameters]
        rows = [goal(p, *domain, *own) for p, *own in facts]
        claim = {"kind": "obtain", "name": name, "arguments": arguments, "facts": rows}
        step = self.rule(rule, claim, domain, uses, **bindings)
        return step, rows

    def fact(self, obtained, i):
        """One of the facts of an obtain step."""
        step, rows = obtained
        return self.step(rows[i]["proposition"], rows[i]["domain"], "obtained", [step],
                         **{"from": step, "fact": i})  # fmt: skip

    def document(self, verdict="holds", **changes):
        """The certificate; what is printed is what no step uses, unless something else is."""
        sentence = copy.deepcopy(self.sentence)
        if not {"printed", "corrected"} & sentence.keys() and self.steps:
            used = {name for s in self.steps for name in s["uses"]}
            new = {s["proposition"].get("name") for s in self.steps}
            silent = ("assume", "define") if len(self.steps) > 1 else ()
            sentence["printed"] = [
                goal(s["proposition"], *s["domain"])
                for s in self.steps
                if s["name"] not in used
                and s["method"] not in silent
                and not {name for name, _ in applied(s["proposition"])} & new
                and s["proposition"]["kind"] not in ("define", "obtain")
            ]
        grades = [s["grade"] for s in self.steps if s["grade"] in GRADES]
        return signed(copy.deepcopy({
            "format": "dpproofs-certificate", "version": 2, "statement": statement(**sentence),
            "verdict": verdict, "grade": min(grades, key=GRADES.index, default=None),
            "trusts": sorted({s["evidence"]["rule"] for s in self.steps if s["method"] == "rule"}),
            "steps": self.steps, **changes,
        }))  # fmt: skip

    def report(self, verdict="holds", cited=None, **changes):
        return outcome(self.document(verdict, **changes), cited)


class Refused:
    """What is not even a certificate."""

    accepted, failing = False, None

    def __init__(self, reason):
        self.reason = reason


def outcome(document, cited=None):
    """What replay says of a certificate, whatever its statement is."""
    try:
        return replay(document, any_statement=True, cited=cited)
    except Rejected as problem:
        return Refused(str(problem))


def accepted(proof, **options):
    report = proof.report(**options)
    assert report.accepted, (report.failing, report.reason)
    return report


def rejected(proof, *words, step="last", **options):
    """Rejected, at the last step unless another is named, and for the reason in these words."""
    report = proof.report(**options)
    assert not report.accepted
    for word in words:
        assert word in report.reason, report.reason
    wanted = str(len(proof.steps)) if step == "last" else step
    assert report.failing == wanted, (report.failing, report.reason)
    return report


def refused(proof, words, **options):
    """Rejected, wherever it is, for the reason in these words."""
    report = proof.report(**options)
    assert not report.accepted
    assert words in report.reason, report.reason
