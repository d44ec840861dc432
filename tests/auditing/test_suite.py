"""The report of the field, on a library that is made up for it."""

import json
import math
import os
import shlex
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import mpmath
import numpy as np
import pytest
from planted import Clock

from dpproofs.auditing import suite, targets
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.forms import Form
from dpproofs.auditing.parameters import audit_parameters, point
from dpproofs.auditing.record import (
    AuditsRecord,
    BreakdownRecord,
    ClaimsRecord,
    ComputedRecord,
    CountsRecord,
    EntryRecord,
    EventRecord,
    FieldRecord,
    FindingRecord,
    NumbersWitnessRecord,
    ParametersRecord,
    PointRecord,
    SecondWay,
    ThresholdWitnessRecord,
    from_json,
    to_json,
)
from dpproofs.auditing.sampler import audit_sampler
from dpproofs.auditing.sampler.confirmation import Witness
from dpproofs.auditing.sampler.witness import WitnessSet
from dpproofs.auditing.suite import Settings, audited, document, planned, work
from dpproofs.auditing.suite.comparison import compared, unlike
from dpproofs.auditing.suite.conclusion import (
    COSTS,
    FAILS,
    KEEPS,
    NUMBERS,
    RARELY,
    UNCONFIRMED,
    VIOLATES,
    unanswered,
)
from dpproofs.auditing.suite.facts import _facts, documented, upstream
from dpproofs.auditing.suite.field import Plan, _jobs
from dpproofs.auditing.suite.grid import cases_of
from dpproofs.auditing.suite.isolation import Lost, apart, here
from dpproofs.auditing.suite.noise import NotKnown, at_least, largest_loss, least_delta, noise_of
from dpproofs.auditing.suite.points import notable
from dpproofs.auditing.suite.second_numbers import explained, membership, of_numbers
from dpproofs.auditing.suite.second_way import of_parameters, of_sampler
from dpproofs.auditing.suite.summary import excess, told
from dpproofs.auditing.suite.work import TooSlow, within_seconds
from dpproofs.auditing.target import About, Computed, Pair, Target, TargetError
from dpproofs.commands import audit_suite
from dpproofs.kernel.errors import BadInput
from dpproofs.privacy.enclosed import known_noise
from dpproofs.privacy.enclosed.base import decimals

ALPHA = 1e-3


class Made(Target):
    """Integer or real Laplace noise of one scale, which says that it has another."""

    def __init__(self, name, real, told, floats=False):
        self.about = About(f"made-up:{name}", "made-up", "1.0")
        self.real, self.told, self.floats = real, told, floats
        self.name = name

    def draw(self, value, count, rng):
        if self.name == "crashes":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.floats:
            return value + rng.laplace(0, self.real, count)
        ratio = np.exp(-1 / self.real)
        return value + rng.geometric(1 - ratio, count) - rng.geometric(1 - ratio, count)

    def pairs(self, claim):
        return None if self.floats else [Pair(0, int(claim.sensitivity))]

    def computed(self):
        if self.told is None:
            return None
        return Computed("laplace" if self.floats else "geometric", {"scale": self.told})


# The scale of the noise, and the one that is told, in units of what is right.
SCALES = {
    "right": (1, 1),
    "half": (0.5, 0.5),
    "hidden": (0.5, None),
    "boasts": (1, 0.5),
    "wasteful": (2, 2),
    "silent": (1, None),
    "crashes": (1, None),
    "doubles": (1, 1),
}


class MadeUp:
    LIBRARY, EXTRA = "made-up", "made-up"

    def names(self):
        return ["right", "half"]

    def build(self, name, claim, arguments):
        if arguments or claim.epsilon == 0 or (claim.sensitivity != 1 and name != "doubles"):
            raise BadInput("claim", claim, "another")
        right = claim.sensitivity / claim.epsilon
        real, told = SCALES[name]
        scales = right * real, told and right * told
        return Made(name, *scales, floats=name == "doubles")


class Missing(MadeUp):
    LIBRARY, EXTRA = "missing", "extra"

    def names(self):
        raise BadInput("library", "missing", "installed: pip install 'dpproofs[extra]'")


def entry_of(name, run=here):
    """The entry of noise that is made up, as far as every machine would get with it."""
    with pytest.MonkeyPatch.context() as patch:
        Clock(tick=0.002).plant(patch)
        patch.setattr(work, "MOST_DRAWS", 200_000)
        patch.setattr(work, "PATIENCE", (60.0, 60.0))
        return audited(MadeUp(), name, Settings(seconds_each=1.5, run=run), ALPHA)


def by_audit(entry):
    found = {}
    for finding in entry.findings:
        found.setdefault(finding.audit, []).append(finding)
    return found


def test_noise_that_is_right_keeps_its_claim():
    entry = entry_of("right")
    assert (entry.kind, entry.verdict) == (KEEPS, "no violation found")
    assert not any((entry.findings, entry.broken_by, entry.reproduce))


def test_a_planted_violation_is_found_in_the_parameters_and_in_the_sampler_and_confirmed():
    entry = entry_of("half")
    found = by_audit(entry)
    assert (entry.kind, entry.verdict) == (VIOLATES, "violation")
    assert entry.broken_by == ("parameters", "sampler")
    assert all(finding.second_way.agrees for finding in entry.findings)
    assert found["parameters"][0].witness.ratio == pytest.approx(2)
    assert entry.worst.claim == found["parameters"][0].claim
    assert entry.reproduce[0].startswith("dpproofs audit made-up:half --epsilon ")


def test_a_sampler_that_does_not_tell_its_noise_is_found_by_drawing():
    entry = entry_of("hidden")
    assert entry.broken_by == ("sampler",)
    assert entry.audits.parameters[0].verdict == "unknown"
    assert "draws each: delta >= " in entry.second_way


def test_a_second_way_that_does_not_agree_leaves_a_finding_unconfirmed():
    entry = entry_of("boasts")
    assert (entry.kind, entry.verdict) == (UNCONFIRMED, "unconfirmed")
    assert {finding.status for finding in entry.findings} == {"unconfirmed"}
    assert entry.audits.parameters[0].verdict == "unconfirmed"
    assert entry.worst.text.startswith("unconfirmed: ")
    assert "but the computed noise is with probability" in entry.second_way


def test_more_noise_than_the_claim_needs_is_no_violation_but_is_told():
    entry = entry_of("wasteful")
    assert (entry.kind, entry.broken_by) == (COSTS, ())
    assert "E|X|^1 is 2" in entry.note


def test_noise_in_doubles_is_told_apart_from_other_violations():
    entry = entry_of("doubles")
    assert (entry.kind, entry.broken_by) == (NUMBERS, ("numbers",))
    assert "the event decided in rational arithmetic" in entry.second_way


def test_sums_of_doubles_with_a_neighbour_are_multiples_of_its_last_place():
    event = EventRecord("multiples", centre=0.0, exponent=-53, complement=True)
    told = explained(event, 1.0)
    assert told == ["every sum of 1.0 and a double is a multiple of 2^-53"]
    noise = np.random.default_rng(0).standard_normal(10_000) * 10.0 ** np.arange(-20, 5).repeat(400)
    assert not any(map(membership(event), (1.0 + noise).tolist()))
    assert explained(event, 0.0) == []
    assert explained(replace(event, exponent=-52), 1.0) == []


def test_a_library_that_crashes_the_process_is_reported_and_harms_nothing():
    entry = entry_of("crashes", run=apart)
    assert (entry.kind, entry.verdict) == (FAILS, "error")
    assert any("was killed by SIGKILL" in failure.text for failure in entry.failures)
    assert "was killed by SIGKILL" in entry.note
    assert any(again.startswith("dpproofs audit made-up:crashes") for again in entry.reproduce)


@pytest.mark.usefixtures("quick_children")
def test_what_is_waited_for_in_vain_is_a_finding():
    entry = entry_with(claims=ClaimsRecord(refused={"TooSlow: no answer within # s": 7}))
    (report,) = entry.audits.parameters
    (text,) = unanswered(report)
    assert text == "for 7 claims of the range it draws for ever, or answers too late"
    assert told(entry).kind == KEEPS
    found = told(replace(entry, failures=(BreakdownRecord(text, "again"),)))
    assert (found.kind, found.verdict) == (FAILS, "error")
    assert text in found.note
    assert found.reproduce == ("again",)
    worse = finding_of("parameters", 9.0)
    assert told(replace(found, findings=(worse,))).kind == VIOLATES
    with pytest.raises(Lost) as raised:
        apart(lambda: {"a": 1 / 0}, seconds=600)
    assert not raised.value.died  # an exception is an answer


@pytest.mark.usefixtures("quick_children")
@pytest.mark.usefixtures("quick_children")
def test_a_child_process_answers_raises_or_is_stopped():
    assert apart(lambda: {"a": 1}, seconds=600) == {"a": 1}
    with pytest.raises(Lost, match="raised ZeroDivisionError"):
        apart(lambda: {"a": 1 / 0}, seconds=600)
    with pytest.raises(Lost, match="gave no answer within 0 s"):
        apart(lambda: time.sleep(60) or {}, seconds=0.2)
    with pytest.raises(Lost, match="ended with code 7"):
        apart(lambda: os._exit(7), seconds=600)


def test_python_code_that_hangs_is_stopped():
    with pytest.raises(TooSlow, match="no answer"), within_seconds(0.05):
        time.sleep(60)


def test_a_destructor_does_not_keep_a_library_from_being_stopped(capsys):
    class Dying:
        def __del__(self):
            time.sleep(0.2)

    def work():
        Dying()
        time.sleep(60)

    with pytest.raises(TooSlow), within_seconds(0.05):
        work()
    assert capsys.readouterr().err == ""


def test_a_library_that_is_missing_is_listed_with_the_command_that_installs_it():
    plan = planned([MadeUp(), Missing()])
    assert [name for _, name in plan.mechanisms] == ["right", "half"]
    assert list(plan.libraries) == ["made-up"]
    assert "pip install 'dpproofs[extra]'" in plan.skipped[0].reason
    assert document(plan, Settings(), []).skipped == tuple(plan.skipped)


# -- the second ways ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("family", "parameters", "claim"),
    [
        ("laplace", {"scale": 0.7}, (1.0, 1.0)),
        ("laplace", {"scale": 0.7}, (0.25, 3.0)),
        ("gaussian", {"sigma": 4.2}, (1.0, 1.0)),
        ("gaussian", {"sigma": 0.4}, (17.5, 1.0)),
        ("geometric", {"scale": 2.5}, (0.2, 1)),
        ("discrete_gaussian", {"sigma": 3.25}, (1.0, 3)),
        ("discrete_gaussian", {"sigma": 0.3}, (30.0, 1)),
        ("uniform", {"half_width": 5.0}, (0.0, 1.0)),
        ("truncated_laplace", {"scale": 1.0, "bound": 13.5}, (1.0, 1.0)),
        ("truncated_laplace", {"scale": 1.0, "bound": 3.0}, (0.5, 2.0)),
    ],
)
def test_quadrature_of_the_density_gives_the_enclosed_profile(family, parameters, claim):
    with mpmath.workdps(60):
        found = least_delta(noise_of(family, parameters), *claim)
        low, high = decimals(known_noise(family, parameters).profile(*claim))
        assert mpmath.mpf(low) * (1 - 1e-15) <= found <= mpmath.mpf(high) * (1 + 1e-15)


def test_losses_and_tails_are_those_of_the_textbook():
    with mpmath.workdps(60):
        laplace, geometric = noise_of("laplace", {"scale": 2}), noise_of("geometric", {"scale": 1})
        assert float(largest_loss(laplace, 3)) == pytest.approx(1.5)
        assert float(at_least(laplace, 2)) == pytest.approx(np.exp(-1) / 2)
        q = np.exp(-1)
        assert float(at_least(geometric, 2)) == pytest.approx(q**2 / (1 + q))
        with pytest.raises(NotKnown):
            noise_of("cauchy", {})
        with pytest.raises(NotKnown, match="too many"):
            least_delta(noise_of("geometric", {"scale": 1e9}), 1, 1)


def point_of(claim, scale, epsilon):
    computed = ComputedRecord("geometric", {"scale": scale})
    return PointRecord(claim, computed, "violation", "epsilon", "inf", ("0", "1"), epsilon)


def test_no_noise_at_all_is_seen_in_the_draws():
    class Nothing(Made):
        def draw(self, value, count, _):
            return np.full(count, value)

    claim = PrivacyClaim(1, 0, 1)
    point = point_of(claim, 0.0, ("inf", "inf"))
    assert of_parameters(point, Nothing("nothing", 1, 0)).agrees
    assert not of_parameters(point, Made("some", 1, 0)).agrees
    assert not of_parameters(replace(point, computed=None), Made("some", 1, 0)).agrees


@pytest.mark.parametrize(
    ("event", "inside", "outside"),
    [
        (
            {"kind": "multiples", "centre": 1.0, "exponent": -3, "complement": False},
            [1.125, -2.0],
            [0.1, 1.0625],
        ),
        (
            {"kind": "multiples", "centre": 0.0, "exponent": -53, "complement": True},
            [2.0**-54, 0.1],
            [2.0**-53, 3.0],
        ),
        (
            {"kind": "residue", "centre": 0.0, "modulus": 16, "residues": [1]},
            [float(2**52 + 1)],
            [float(2**52 + 2), 0.0],
        ),
        (
            {"kind": "trailing zeros", "binades": [{"exponent": 1, "zeros": [51]}]},
            [3.0],
            [2.0, 0.0, 6.0],
        ),
        (
            {
                "kind": "reachable",
                "centre": 0.0,
                "scale": 1.0,
                "uniform_exponent": -1,
                "complement": False,
            },
            [-float(np.log(0.5))],
            [0.3],
        ),
        (
            {"kind": "values", "count": 1, "first": [(0.5).hex()], "complement": False},
            [0.5],
            [0.25],
        ),
    ],
)
def test_events_are_decided_in_rational_arithmetic(event, inside, outside):
    member = membership(from_json(EventRecord, event))
    assert all(map(member, inside))
    assert not any(map(member, outside))


def test_events_that_their_data_do_not_tell_have_no_second_way():
    assert membership(EventRecord("values", count=9, first=(), complement=False)) is None


# -- what is told ---------------------------------------------------------------------------------


def entry_with(*findings, library="opendp", mechanism="laplace_threshold_int", **changes):
    report = ParametersRecord(
        target=mechanism,
        audit="parameters",
        verdict="no violation found",
        grade="enclosed",
        claims=ClaimsRecord(),
        worst=None,
        worst_usual=None,
        shortest=None,
        rounding=0.0,
        costs=(),
        seconds=1.0,
    )
    audits = AuditsRecord(parameters=(replace(report, **changes),))
    known = {"library": library, "version": "1.0", "mechanism": mechanism}
    return EntryRecord(**known, findings=findings, audits=audits)


def finding_of(audit, ratio, epsilon=1.0, status="confirmed"):
    claim = PrivacyClaim(epsilon, 1e-6, 1)
    second = SecondWay(status == "confirmed", "sums", f"{ratio}")
    if audit == "threshold":
        computed = ComputedRecord("geometric", {"scale": 1.0})
        seen = ThresholdWitnessRecord("a key", "no key", "released", 9, computed, "1", ratio)
    else:
        seen = PointRecord(claim, None, "violation", "delta", ratio, ("0", "1"), ("0", "inf"))
    return FindingRecord(audit, status, claim, f"{ratio} times", seen, second, "dpproofs audit it")


def test_the_worst_threshold_is_told_first_with_what_upstream_knows():
    entry = told(entry_with(finding_of("threshold", 1.5), finding_of("threshold", 45.0)))
    assert entry.kind == VIOLATES
    assert entry.worst.text == "delta is 45 times what is claimed"
    assert [link.url[-4:] for link in entry.upstream] == ["2922"]
    assert "open, looked up 2026-11-21" in entry.upstream[0].title


def test_what_fails_at_uncommon_parameters_only_is_told_as_such():
    found = finding_of("parameters", 9.0, epsilon=1e-16)
    entry = told(entry_with(found, library="python-dp", mechanism="GaussianMechanism"))
    assert (entry.kind, entry.broken_by) == (RARELY, ())
    assert "fail only where they are uncommon, such as epsilon 1e-16" in entry.note
    assert "upstream, on the finding of the parameters: no report found" in entry.note


def test_slight_violations_and_claims_that_were_not_reached_are_noted():
    claim = PrivacyClaim(1, 1e-6, 1)
    worst = PointRecord(claim, None, "violation", "delta", 1 + 1e-9, ("0", "1"), ("0", "inf"))
    verdict = "no violation beyond 0.1 %"
    entry = told(entry_with(verdict=verdict, worst=worst, claims=ClaimsRecord(unreached=1234)))
    assert entry.kind == KEEPS
    assert entry.note.startswith("delta is 1 + 1e-09 times what is claimed, which is slight")
    assert "no time for 1,234 claims" in entry.note
    assert excess(math.inf) == "infinitely many times"


def test_a_report_is_data_also_where_its_least_epsilon_is_out_of_reach(monkeypatch):
    scale = Computed("geometric", {"scale": 0.5})
    report = audit_parameters(scale, claims=[PrivacyClaim(1, 1e-3, 1)])

    def fails(*_):
        raise ArithmeticError

    monkeypatch.setattr(point, "epsilon_bounds", fails)
    assert report.to_json()["worst"]["true_epsilon"] == ["0", "inf"]
    found = report.record()
    assert next(notable(found)).claim.delta == 1e-3
    assert [*notable(replace(found, worst_usual=None, shortest=None))] == [found.worst]


def test_a_target_that_fails_has_no_second_way():
    class Fails(Made):
        def draw(self, *_):
            raise TargetError("it fails")

    claim, target = PrivacyClaim(1, 0, 1), Fails("fails", 1, 1)
    event = EventRecord("multiples", centre=0.0, exponent=1, complement=False)
    witness = NumbersWitnessRecord(0, 1, None, event, CountsRecord(9, 0, 9), 0.5, 0.1, 0.2)
    numbers = of_numbers(witness, claim, target, 0)
    unknown = of_numbers(replace(witness, event=EventRecord("other")), claim, target, 0)
    half = WitnessSet(intervals=((0.0, float("inf")),))
    drawn = of_sampler(Witness(Pair(0, 1), half, 9, 9, 0, 0.5, 0.1, 0.9), claim, target, 0)
    parameters = of_parameters(point_of(claim, 0.5, ("2", "2")), target)
    ways = numbers, unknown, drawn, parameters
    assert not any(way.agrees for way in ways)
    assert all(way.text.startswith("none") for way in ways)


def test_a_witness_among_large_integers_is_drawn_at_again_in_its_form():
    """Such integers are read as two numbers, but not in the form that the audit had first."""

    class Large(Made):
        def draw(self, value, count, rng):
            return np.full(count, 2**60 + 512 * value) + rng.integers(0, 2, count)

    claim, target = PrivacyClaim(1, 0, 1), Large("large", 1, 1)
    low = WitnessSet(intervals=((-math.inf, 2.0**60 + 256),))
    witness = Witness(Pair(0, 1), low, 9, 9, 0, 0.5, 0.1, 0.9, Form("number"))
    assert of_sampler(witness, claim, target, 0).agrees


def test_hardly_any_noise_has_a_second_way():
    """Where epsilon is so large that a calibration answers with the least normal double."""
    sigma, claim = 2.3e-308, PrivacyClaim(1000, 0.3, 1)

    class Tiny(Made):
        def draw(self, value, count, rng):
            return value + rng.normal(scale=1, size=count) * sigma

    point = point_of(claim, 0.5, ("1", "1"))
    computed = ComputedRecord("gaussian", {"sigma": sigma})
    point = replace(point, computed=computed, true_delta=("1", "1"))
    second = of_parameters(point, Tiny("tiny", 1, 1))
    assert second.agrees, second.text


# -- the libraries --------------------------------------------------------------------------------


def test_integers_that_doubles_cannot_tell_apart_are_reached_by_bounds_of_their_own():
    pytest.importorskip("diffprivlib")
    adapter = targets.adapters()["diffprivlib"]
    claim, arguments = list(cases_of(adapter, "GeometricTruncated"))[-1]
    answer = work.of_the_sampler(adapter, "GeometricTruncated", claim, arguments, ALPHA, 5.0, 0)
    (finding,) = answer.findings
    assert finding.status == "confirmed"
    assert "256 times the sensitivity apart" in finding.second_way.text
    assert "--arg lower=1152921504606846976" in finding.reproduce


HANGING = PrivacyClaim(1e-17, 0.1, 1)


def test_a_library_that_draws_for_ever_without_noise_is_refused_and_not_waited_for():
    pytest.importorskip("diffprivlib")
    adapter, name, claim = targets.adapters()["diffprivlib"], "LaplaceBoundedNoise", HANGING
    build = work._Calibrated(adapter, name)
    assert build(PrivacyClaim(1, 1e-3, 1)).computed() is not None
    assert build.waited is None
    for later in (claim, PrivacyClaim(1e-17, 0.2, 1)):
        with pytest.raises(TooSlow):
            build(later)
    assert build.waited == claim
    report = audit_sampler(adapter.build(name, claim, {}), claim, seconds=0.3)
    assert report.verdict == "error"
    assert report.error.startswith("nothing was drawn before the time was over")


def test_a_hang_is_told_with_a_command_that_has_it_again(monkeypatch):
    pytest.importorskip("diffprivlib")
    searched = audit_parameters
    monkeypatch.setattr(
        work,
        "audit_parameters",
        lambda build, **more: searched(build, **more | {"claims": [HANGING]}),
    )
    adapter = targets.adapters()["diffprivlib"]
    (failure,) = work.of_the_parameters(adapter, "LaplaceBoundedNoise", 1.0).failures
    assert failure.reproduce == (
        "dpproofs audit diffprivlib:LaplaceBoundedNoise --epsilon 1e-17 --delta 0.1 "
        "--sensitivity 1 --of sampler --seconds 10 --seed 0"
    )


def test_a_crash_is_told_with_a_command_that_has_it_again():
    pytest.importorskip("opendp")
    adapter = targets.adapters()["opendp"]
    jobs = [
        job
        for job in _jobs(adapter, "canonical_noise", Settings(), ALPHA)
        if job.audit != "parameters"
    ]
    deadly = [job.again for job in jobs if "delta 0," in job.label]
    assert deadly
    assert all("make_canonical_noise" in again and "(1.0, 0.0)" in again for again in deadly)
    others = [job.again for job in jobs if "delta 0," not in job.label]
    assert all(again.startswith("dpproofs audit opendp:canonical_noise") for again in others)
    harmless = shlex.split(deadly[0].replace("(1.0, 0.0)", "(1.0, 0.01)"))
    ended = subprocess.run(
        [sys.executable, *harmless[1:]], capture_output=True, text=True, check=True
    )
    assert math.isfinite(float(ended.stdout))


def test_mechanisms_have_claims_of_their_own_where_they_need_them():
    pytest.importorskip("diffprivlib")
    adapter = targets.adapters()["diffprivlib"]
    assert {claim.epsilon for claim, _ in cases_of(adapter, "Uniform")} == {0}
    assert all(claim.delta for claim, _ in cases_of(adapter, "Gaussian"))
    assert [claim.delta for claim, _ in cases_of(adapter, "Laplace")] == [0, 0, 0, 0.1]
    with pytest.raises(BadInput, match="the mechanism makes"):
        work._Calibrated(adapter, "Uniform")(PrivacyClaim(1, 0.1, 1))


@pytest.mark.parametrize(("delta", "frequent"), [(1e-3, True), (1e-6, False)])
def test_keys_at_the_threshold_are_counted(delta, frequent):
    pytest.importorskip("opendp")
    adapter = targets.adapters()["opendp"]
    answer = work.of_the_threshold(adapter, "laplace_threshold_int", PrivacyClaim(1, delta, 1))
    (finding,) = answer.findings
    assert finding.status == "confirmed"
    assert finding.witness.ratio == pytest.approx(1.81 if frequent else 1.65, abs=0.01)
    noise = work.of_the_threshold(adapter, "laplace", PrivacyClaim(1, delta, 1))
    assert noise == work.Answer(None)


@pytest.mark.parametrize("library", ["diffprivlib", "opendp", "python-dp"])
def test_the_facts_name_mechanisms_that_there_are(library):
    try:
        names = targets.adapters()[library].names()
    except BadInput:
        pytest.skip(f"{library} is not installed")
    assert all(documented(library, name) for name in names)
    field = json.loads((Path(__file__).parents[2] / "docs" / "field.json").read_text("utf-8"))
    names += [entry["mechanism"] for entry in field["entries"] if entry["library"] == library]
    stale = [
        name
        for fact in (*_facts()["documented"], *_facts()["upstream"])
        if fact["library"] == library
        for name in fact["mechanisms"]
        if name not in names
    ]
    assert stale == []
    assert upstream(library, names[0], "nothing").what == "not looked up"


# -- the command ----------------------------------------------------------------------------------


@pytest.fixture
def library(monkeypatch):
    """The made-up library is all there is."""
    monkeypatch.setattr(targets, "adapters", lambda: {"made-up": MadeUp()})


def run(directory, **more):
    return audit_suite.run_suite(directory, 0.3, ("made-up",), 0, 0.05, as_json=False, **more)


@pytest.mark.no_cover
@pytest.mark.usefixtures("library")
def test_the_command_writes_the_data_and_the_page(tmp_path, capsys):
    assert run(tmp_path) == 1
    found = json.loads((tmp_path / "field.json").read_text())
    assert [entry["mechanism"] for entry in found["entries"]] == ["right", "half"]
    assert "<h2>half" in (tmp_path / "field.html").read_text()
    assert "made-up:half" in capsys.readouterr().out


def field_of(*entries, version="1.0", **changes):
    """A report whose only library is opendp, of mechanisms with these findings."""
    told_ = [told(replace(entry, version=version, target=f"opendp:{entry.mechanism}"))
             for entry in entries]  # fmt: skip
    known = {"dpproofs": "1", "date": "", "libraries": {"opendp": version}}
    return FieldRecord(**(known | {"entries": (*told_,)} | changes))


CLEAN, BROKEN = (
    entry_with(mechanism="one"),
    entry_with(finding_of("parameters", 9), mechanism="one"),
)
SUSPECT = entry_with(finding_of("parameters", 9, status="unconfirmed"), mechanism="one")
DOUBLY = replace(BROKEN, findings=(*BROKEN.findings, finding_of("threshold", 9)))
UNTRIED = replace(CLEAN, audits=AuditsRecord())
COSTLY = replace(CLEAN, failures=(BreakdownRecord("it hangs", "dpproofs audit it"),))


@pytest.mark.parametrize(
    ("before", "after", "said", "code"),
    [
        (CLEAN, CLEAN, [], 0),
        (BROKEN, BROKEN, [], 0),
        (CLEAN, BROKEN, [("new violation", "parameters")], 1),
        (BROKEN, DOUBLY, [("new violation", "threshold")], 1),
        (BROKEN, CLEAN, [("gone", "parameters")], 0),
        (DOUBLY, BROKEN, [("no longer decided", "threshold")], 3),  # that audit has no verdict now
        (BROKEN, UNTRIED, [("no longer decided", "parameters")], 3),
        (CLEAN, SUSPECT, [("no longer decided", "")], 3),
        (CLEAN, COSTLY, [("no longer decided", "")], 3),
        (COSTLY, CLEAN, [("changed", "")], 0),
        (None, CLEAN, [("new mechanism", "")], 0),
        (None, BROKEN, [("new mechanism", ""), ("new violation", "parameters")], 1),
        (CLEAN, None, [("no longer there", "")], 0),
    ],
)
def test_what_is_new_between_two_releases_is_told(before, after, said, code, capsys):
    other = entry_with(mechanism="other")
    old, new = (
        field_of(*([] if entry is None else [entry]), other, version=version)
        for entry, version in ((before, "1.0"), (after, "2.0"))
    )
    assert audit_suite._compared(old, new, as_json=False, interrupted=False) == code
    text = capsys.readouterr().out
    assert [(c.what, c.audit) for c in compared(old, new)] == said
    assert ("nothing is new" in text) is not said
    assert all(what in text and f"({audit})" * bool(audit) in text for what, audit in said)
    assert "1.0, " in text or before is None or not said
    assert ("dpproofs audit it" in text) is (code == 1)


def test_how_else_two_runs_differ_is_told(capsys):
    old, new = field_of(CLEAN), field_of(CLEAN, seconds_each=5.0)
    audit_suite._compared(old, new, as_json=False, interrupted=False)
    assert "the runs differ as well: seconds_each 0.0 then, 5.0 now" in capsys.readouterr().out
    assert audit_suite._compared(old, new, as_json=True, interrupted=False) == 0
    assert json.loads(capsys.readouterr().out) == {"changes": [], "runs": unlike(old, new)}


def test_a_run_that_was_interrupted_misses_nothing_and_nothing_audited_is_no_pass():
    old, new = field_of(CLEAN), field_of()
    assert audit_suite._compared(old, new, as_json=True, interrupted=True) == 130
    assert compared(old, new, finished=False) == []
    assert audit_suite._compared(old, new, as_json=True, interrupted=False) == 3
    other = replace(new, libraries={"diffprivlib": "1"})  # that of the old report was not asked for
    assert compared(old, other) == []


def test_a_violation_that_no_adapter_made_is_new_only_once():
    broken = replace(entry_with(), library="elsewhere", target="elsewhere:it")
    assert compared(field_of(broken), field_of(broken)) == []


@pytest.mark.no_cover
@pytest.mark.usefixtures("library")
def test_the_command_compares_with_a_report_that_it_may_overwrite(tmp_path, capsys):
    assert run(tmp_path) == 1
    assert run(tmp_path, against=tmp_path / "field.json") == 0
    assert "nothing is new" in capsys.readouterr().out
    (tmp_path / "field.json").write_text("{}")
    with pytest.raises(BadInput, match="--against"):
        run(tmp_path, against=tmp_path / "field.json")


@pytest.mark.no_cover
@pytest.mark.usefixtures("library")
def test_a_rerun_keeps_entries_that_no_adapter_makes(tmp_path):
    kept = [EntryRecord(library=name, version="1", mechanism="of_old", target=f"{name}:of_old")
            for name in ("elsewhere", "made-up")]  # fmt: skip
    gone = EntryRecord(library="made-up", version="0", mechanism="right", target="made-up:right")
    path = tmp_path / "field.json"
    record = FieldRecord(dpproofs="1", date="2026-11-29", libraries={}, entries=(gone, *kept))
    path.write_text(json.dumps(to_json(record)), "utf-8")
    found = audit_suite._finished(path, Plan({"made-up": "1"}, [(MadeUp(), "right")], []))
    assert list(found) == [one.target for one in kept]
    plan = Plan({"made-up": "1"}, [(MadeUp(), "right")], [])
    both = {**found, "made-up:right": gone}
    assert [one.target for one in audit_suite._ordered(plan, both)] == [
        "made-up:right",
        *(one.target for one in kept),
    ]


@pytest.mark.usefixtures("library")
def test_an_interruption_keeps_what_is_finished_and_a_rerun_goes_on(tmp_path, monkeypatch):
    done = []

    def stopped(adapter, name, *rest):
        if done:
            raise KeyboardInterrupt
        done.append(name)
        return audited(adapter, name, *rest)

    monkeypatch.setattr(suite, "audited", stopped)
    assert run(tmp_path) == 130
    found = json.loads((tmp_path / "field.json").read_text())
    assert [entry["mechanism"] for entry in found["entries"]] == ["right"]
    monkeypatch.setattr(suite, "audited", audited)
    before = found["entries"][0]
    asked = {"name": "lib 1", "date": "2030-01-30", "claims": 1, "refused": 0}
    found["calibrations"] = [
        asked | {"too_little": 0, "clearly": 0, "worst": None, "dearest": None}
    ]
    (tmp_path / "field.json").write_text(json.dumps(found))
    assert run(tmp_path) == 1
    found = json.loads((tmp_path / "field.json").read_text())
    assert found["entries"][0] == before
    assert found["calibrations"][0]["name"] == "lib 1"
    assert len(found["entries"]) == 2


def test_nothing_to_audit_is_undecided_and_an_unknown_library_is_refused(monkeypatch, tmp_path):
    monkeypatch.setattr(targets, "adapters", lambda: {"missing": Missing()})
    assert audit_suite.run_suite(tmp_path, 1.0, ("missing",), 0, 0.05, as_json=True) == 3
    with pytest.raises(BadInput, match="--library"):
        audit_suite.run_suite(tmp_path, 1.0, ("other",), 0, 0.05, as_json=False)


@pytest.mark.parametrize("name", ["numpy", "scipy"])
def test_libraries_that_promise_nothing_are_accused_of_nothing(name, tmp_path, capsys):
    assert audit_suite.run_suite(tmp_path, 1.0, (name,), 0, 0.05, as_json=False) == 3
    found = json.loads((tmp_path / "field.json").read_text())
    assert found["entries"] == []
    assert "no claim of privacy" in found["skipped"][0]["reason"]
    assert "violat" not in capsys.readouterr().out


def test_what_is_worse_at_uncommon_claims_is_told_beside_the_worst():
    usual, rare = finding_of("parameters", 9.0), finding_of("parameters", 1e290, epsilon=40)
    text = told(entry_with(usual, rare)).worst.text
    assert text.startswith("delta is 9 times what is claimed; at uncommon claims 1e+290 times, ")
    assert "such as epsilon 40" in text
    assert "uncommon" not in told(entry_with(rare, finding_of("parameters", 2e290))).worst.text
