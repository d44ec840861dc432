"""What a forge is told of an audit: SARIF, a badge, and the action that runs on a pull request."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.record import AuditRecord, ThresholdRecord
from dpproofs.auditing.targets.naming import place_of
from dpproofs.commands.audit_files import badge
from dpproofs.commands.audit_sarif import RULES, sarif

ROOT = Path(__file__).resolve().parents[2]
ACTION = ROOT / ".github/actions/audit"
CLAIM = ("--epsilon", "1", "--sensitivity", "1")
SAMPLERS = """
def unused():
    pass

def leaky(value, size, rng):
    return value + rng.laplace(scale=0.5, size=size)

def right(value, size, rng):
    return value + rng.laplace(scale=1, size=size)

def fails(value):
    raise SystemExit(3)
"""

# The objects of SARIF 2.1.0 that are used: the keys that its schema requires, and those it allows
# besides and we write. Its objects allow no others.
OBJECTS = {
    "log": ({"version", "runs"}, {"$schema"}),
    "runs": ({"tool"}, {"automationDetails", "invocations", "columnKind", "results"}),
    "tool": ({"driver"}, set()),
    "driver": ({"name"}, {"version", "informationUri", "rules"}),
    "rules": ({"id"}, {"shortDescription"}),
    "shortDescription": ({"text"}, set()),
    "automationDetails": (set(), {"id"}),
    "invocations": (
        {"executionSuccessful"},
        {"commandLine", "exitCode", "toolExecutionNotifications"},
    ),
    "toolExecutionNotifications": ({"message"}, {"level"}),
    "results": (
        {"message"},
        {"ruleId", "ruleIndex", "level", "locations", "partialFingerprints", "properties"},
    ),
    "message": ({"text"}, set()),
    "locations": (set(), {"physicalLocation", "logicalLocations"}),
    "physicalLocation": ({"artifactLocation"}, {"region"}),
    "artifactLocation": ({"uri"}, {"uriBaseId"}),
    "region": ({"startLine"}, set()),
    "logicalLocations": ({"fullyQualifiedName"}, {"kind"}),
}
LISTS = {"runs", "rules", "invocations", "toolExecutionNotifications", "results", "locations"}
LISTS |= {"logicalLocations"}
FREE = {"properties", "partialFingerprints"}  # bags of any keys


def faults(value, kind="log"):
    """What in a log is not as the schema of SARIF 2.1.0 has it."""
    if kind in FREE:
        return [] if isinstance(value, dict) else [f"{kind} is no object"]
    if kind in LISTS and isinstance(value, list):
        return [fault for item in value for fault in faults_of_object(item, kind)]
    return faults_of_object(value, kind)


def faults_of_object(value, kind):
    if kind not in OBJECTS:
        plain = isinstance(value, str | int) and value != ""
        return [] if plain else [f"{kind} = {value!r}"]
    if not isinstance(value, dict):
        return [f"{kind} is no object"]
    required, allowed = OBJECTS[kind]
    found = [f"{kind} has no {key}" for key in required - set(value)]
    found += [f"{kind} has {key}" for key in set(value) - required - allowed]
    for key in set(value) & (required | allowed):
        found += faults(value[key], key)
    return found


@pytest.fixture
def samplers(tmp_path, monkeypatch):
    """A package of the user's own, and its directory as the current one."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/noise.py").write_text(SAMPLERS, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("mine", "mine.noise"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path


def audited(run, target, *more):
    result = run("audit", target, *CLAIM, *more, "--sarif", "out.sarif", "--badge", "out.json")
    log = json.loads(Path("out.sarif").read_text("utf-8"))
    assert faults(log) == []
    return result, log["runs"][0], json.loads(Path("out.json").read_text("utf-8"))


@pytest.mark.usefixtures("samplers")
def test_a_violation_is_a_result_at_its_function(run):
    result, found, shown = audited(run, "mine.noise:leaky", "--of", "sampler", "--of", "numbers")
    assert result.exit_code == found["invocations"][0]["exitCode"] == 1
    assert [r["ruleId"] for r in found["results"]] == ["sampler", "numbers"]
    for each in found["results"]:
        assert found["tool"]["driver"]["rules"][each["ruleIndex"]]["id"] == each["ruleId"]
        place = each["locations"][0]["physicalLocation"]
        assert place["artifactLocation"] == {"uri": "mine/noise.py", "uriBaseId": "%SRCROOT%"}
        assert SAMPLERS.splitlines()[place["region"]["startLine"] - 1].startswith("def leaky")
        assert each["properties"]["reproduce"] in each["message"]["text"]
        assert each["properties"]["reproduce"].startswith("dpproofs audit mine.noise:leaky")
    first = found["results"][0]
    witness = first["properties"]["sampler"]["witness"]
    assert witness["set"]["text"] in first["message"]["text"]
    assert f"{witness['input']} against {witness['neighbour']}" in first["message"]["text"]
    assert f"{witness['inside']:,} against" in first["message"]["text"]
    assert (shown["message"], shown["color"]) == ("violation at ε = 1", "red")


@pytest.mark.usefixtures("samplers")
def test_nothing_found_is_no_result(run):
    result, found, shown = audited(run, "mine.noise:right", "--max-draws", "500")
    assert result.exit_code == 0
    assert found["results"] == []
    assert found["invocations"][0]["executionSuccessful"] is True
    assert found["invocations"][0]["toolExecutionNotifications"] == []
    assert (shown["message"], shown["color"]) == ("no violation found at ε = 1", "green")


@pytest.mark.usefixtures("samplers")
@pytest.mark.parametrize(
    ("target", "draws", "verdict", "level"),
    [("fails", 2000, "error", "error"), ("right", 20, "undecided", "warning")],
)
def test_no_verdict_is_a_notification_and_a_grey_badge(run, target, draws, verdict, level):
    result, found, shown = audited(run, f"mine.noise:{target}", "--max-draws", draws)
    assert result.exit_code == found["invocations"][0]["exitCode"] == 3
    assert found["results"] == []
    (told,) = found["invocations"][0]["toolExecutionNotifications"]
    assert told["level"] == level
    assert verdict in told["message"]["text"]
    assert found["invocations"][0]["executionSuccessful"] is (verdict != "error")
    assert (shown["message"], shown["color"]) == (f"{verdict} at ε = 1", "lightgrey")


@pytest.mark.usefixtures("samplers")
def test_what_has_no_python_code_has_a_name_and_no_file(run):
    _, found, _ = audited(run, "numpy:laplace", "--arg", "scale=0.5")
    (location,) = found["results"][0]["locations"]
    assert [*location] == ["logicalLocations"]
    assert location["logicalLocations"][0]["fullyQualifiedName"] == "numpy:laplace"


def test_each_audit_has_its_own_result_and_its_claim_is_its_identity():
    threshold = ThresholdRecord("violation", "a key is released")
    one = AuditRecord(
        target="made:up",
        claim=PrivacyClaim(1, 1e-6, 1),
        verdict="violation",
        verdicts={"sampler": "no violation found", "threshold": "violation"},
        alpha=0.05,
        seed=0,
        threshold=threshold,
        reproduce="dpproofs audit made:up",
    )
    log = sarif(one, 1)
    assert faults(log) == []
    (result,) = log["runs"][0]["results"]
    assert result["ruleId"] == "threshold"
    assert "a key is released" in result["message"]["text"]
    assert badge(one)["message"] == "violation at ε = 1, δ = 1e-06"
    assert set(RULES) == {"sampler", "numbers", "parameters", "threshold"}


def test_what_is_no_sarif_is_noticed():
    good = {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "it"}}, "results": []}]}
    assert faults(good) == []
    assert faults(good | {"extra": 1})
    assert faults({"version": "2.1.0"})
    result = {"message": {"text": "x"}, "locations": [{"physicalLocation": {"region": {}}}]}
    assert faults({"version": "2.1.0", "runs": [good["runs"][0] | {"results": [result]}]})
    assert faults({"version": "2.1.0", "runs": [good["runs"][0] | {"results": [{"message": "x"}]}]})


def test_the_place_of_code_is_known_or_none():
    class Sampler:
        def __call__(self, value):
            return value

    lines = Path(__file__).read_text("utf-8").splitlines()
    file, line = place_of(Sampler())
    assert file == str(Path(__file__).resolve())
    assert lines[line - 1].strip() == "class Sampler:"
    assert place_of(abs) is None
    assert place_of(3) is None


# -- the action -----------------------------------------------------------------------------------


def action():
    return yaml.safe_load((ACTION / "action.yml").read_text("utf-8"))


def test_the_action_uses_every_input_and_no_other():
    text = (ACTION / "action.yml").read_text("utf-8")
    assert set(re.findall(r"inputs\.(\w+)", text)) == set(action()["inputs"])
    steps = action()["runs"]["steps"]
    for step in steps:  # what a stranger wrote is never part of a script
        assert "${{" not in step.get("run", "")
        assert set(re.findall(r"\$\{?([A-Z_]+)", step.get("run", ""))) <= {
            *step.get("env", {}),
            "GITHUB_ACTION_PATH",
            "GITHUB_REPOSITORY",
        }


def test_the_workflow_that_is_shown_gives_inputs_that_there_are():
    shown = (ROOT / "docs/howto/pipeline.md").read_text("utf-8")
    (block,) = re.findall(r"```yaml\n(.*?)```", shown, re.DOTALL)
    steps = yaml.safe_load(block)["jobs"]["audit"]["steps"]
    (ours,) = [step for step in steps if "dpproofs" in step["uses"]]
    assert (ROOT / ours["uses"].removeprefix("dpproofs/dpproofs/").partition("@")[0]) == ACTION
    needed = {name for name, given in action()["inputs"].items() if given.get("required")}
    assert needed <= set(ours["with"]) <= set(action()["inputs"])


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("lines", "code", "verdict"),
    [
        (("mine.noise:leaky", "nothing:there"), 1, "violation"),
        (("mine.noise:fails",), 3, "no verdict"),
        (("nothing:there",), 2, "error"),
        ((), 2, None),
    ],
)
def test_the_action_audits_each_line(samplers, lines, code, verdict):
    named = "\n".join(f"{line} {' '.join(CLAIM)}" for line in lines)
    outputs = {name: str(samplers / name) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    done = subprocess.run(
        [sys.executable, ACTION / "run.py"],
        env=os.environ | outputs | {"TARGETS": named, "OUTPUT": "out"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stderr
    if verdict is None:
        assert "no audit is named" in done.stderr
        return
    told = (samplers / "out/comment.md").read_text("utf-8")
    assert f"verdict={verdict}\n" in (samplers / "GITHUB_OUTPUT").read_text("utf-8")
    assert told == (samplers / "GITHUB_STEP_SUMMARY").read_text("utf-8")
    assert ("witness" in told) is (code == 1)
    assert f"Of {len(lines)} audits, 0 found no violation" in told
    assert (samplers / "out/upload/1.sarif").exists() is (lines[0] != "nothing:there")
