"""What `make coq` counts, and what it refuses, without Coq."""

import hashlib
import json
import re
import shutil
import threading
import time
from dataclasses import replace

import pytest
from coq_record import keep, refusal

import coq as run
from dpproofs.kernel.certificate import digest
from dpproofs.kernel.errors import UnsupportedExpression
from tests.coq.conftest import certificate

PRINTED = """\
Axioms:
Classical_Prop.classic : forall P : Prop, P \\/ ~ P
FunctionalExtensionality.functional_extensionality_dep
  : forall (A : Type) (B : A -> Type) (f g : forall x : A, B x),
    (forall x : A, f x = g x) -> f = g
Closed under the global context
"""


def test_axioms_are_read_from_what_coq_prints():
    assert run.listed(PRINTED) == {
        "Classical_Prop.classic",
        "FunctionalExtensionality.functional_extensionality_dep",
    }


def test_an_axiom_that_is_not_listed_is_refused():
    with pytest.raises(run.Refused, match=r"not in coq/axioms\.txt: false_of_course"):
        run.listed(PRINTED + "false_of_course : False\n")


def test_every_rule_has_a_theorem_or_a_reason(monkeypatch):
    proved, listed = run.proved_rules(), run.unproved()
    assert proved["induction"] == "numbers.induction"
    monkeypatch.setattr(run, "unproved", lambda: {**listed, "induction": "both"})
    with pytest.raises(run.Refused, match="induction"):
        run.proved_rules()
    files = [name for name in run.proofs_of_rules() if name != "rules/domination"]
    monkeypatch.setattr(run, "proofs_of_rules", lambda: files)
    monkeypatch.setattr(run, "unproved", lambda: listed)
    with pytest.raises(run.Refused, match=r"neither proved nor listed.*domination"):
        run.proved_rules()
    monkeypatch.setattr(run, "unproved", lambda: {**listed, "domination": "a reason"})
    assert set(proved) - set(run.proved_rules()) == {"domination"}


def test_a_file_that_assumes_what_it_should_prove_is_refused(monkeypatch, tmp_path):
    monkeypatch.setattr(run, "BUILD", tmp_path)
    with pytest.raises(run.Refused, match="Admitted proves nothing"):
        run.compiled("wrong", "Lemma wrong : False. Admitted.\n")


def test_without_coq_one_line_says_what_to_install(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(run, "BUILD", tmp_path / "coq")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run.main([]) == 2
    assert capsys.readouterr().err == run.INSTALL + "\n"


@pytest.mark.parametrize(
    "arguments",
    [["--mising"], ["--missing", "staircase.thm4"], ["--missing", "--again"], ["--jobs", "0"]],
)
def test_a_wrong_option_is_refused_before_anything_is_proved(
    arguments, monkeypatch, tmp_path, capsys
):
    monkeypatch.setattr(run, "BUILD", tmp_path / "coq")
    with pytest.raises(SystemExit, match="2"):
        run.main(arguments)
    assert "error: " in capsys.readouterr().err
    assert not run.BUILD.exists()


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_file_comes_after_those_that_it_imports(monkeypatch, jobs):
    begun = []

    def compiled(name):
        assert {*run.imported(name)} <= {*begun}, name
        time.sleep(0.001 * (len(begun) % 3))
        begun.append(name)
        return ""

    monkeypatch.setattr(run, "compiled", compiled)
    names = run.sources()
    run.compile_all(names, jobs)
    assert len(begun) == len({*begun})
    assert {*names} <= {*begun}
    assert "rules/numbers" in run.imported("rules/convex")


def test_a_file_that_is_refused_ends_the_run(monkeypatch):
    asked = []

    def compiled(name):
        asked.append(name)
        if name == "lemmas":
            raise run.Unproved(name)
        return ""

    monkeypatch.setattr(run, "compiled", compiled)
    with pytest.raises(run.Unproved):
        run.compile_all(run.sources())
    assert "calculus" in asked
    assert "masses" not in asked  # which imports it


def test_a_run_that_is_stopped_keeps_what_it_proved(monkeypatch, tmp_path):
    first, second = "staircase.heur.62", "staircase.prop1"
    for name in (first, second):
        shutil.copy(run.CERTIFICATES / f"{name}.json", tmp_path)

    def compiled(name, *_):
        if "prop1" in name:
            raise KeyboardInterrupt
        return ""

    monkeypatch.setattr(run, "compiled", compiled)
    monkeypatch.setattr(run, "CERTIFICATES", tmp_path)
    monkeypatch.setattr(run, "RECORD", tmp_path / "record.txt")
    with pytest.raises(KeyboardInterrupt):
        run.report(missing=False)
    kept = json.loads((tmp_path / "record.txt").read_text("ascii"))["claims"]
    found = certificate(first)
    assert set(kept) == {first}
    assert kept[first]["certificate"] == found["digest"]
    assert kept[first]["statement"] == digest(found["statement"])


def test_stronger_tactics_are_tried_once_where_the_first_find_no_proof(monkeypatch):
    name = "staircase.heur.62"
    asked = []

    def compiled(_, text):
        asked.append("normal cancelling strong" in text)
        if not all(asked):
            raise run.Unproved(text)
        return ""

    monkeypatch.setattr(run, "compiled", compiled)
    paths = [run.CERTIFICATES / f"{name}.json"]
    ((_, left, _),) = run.proved_claims({"claims": {}, "open": {}}, paths)
    assert asked == [False, True]
    assert set(left) == {name}
    ((_, again, _),) = run.proved_claims({"claims": {}, "open": left}, paths)
    assert asked == [False, True]
    assert again == left


def test_a_full_run_proves_first_in_the_way_that_the_record_holds(monkeypatch):
    name = "trunclap.thm4.dual"
    asked = []

    def compiled(_, text):
        asked.append(text)
        return ""

    monkeypatch.setattr(run, "compiled", compiled)
    paths = [run.CERTIFICATES / f"{name}.json"]
    base, text = run.written(certificate(name), stronger=True, factored=True)
    row = {"proof": "of another text", "way": "3"}
    known = {"claims": {name: row}, "open": {}}
    ((found, _, _),) = run.proved_claims(known, paths, missing=False)
    assert asked == [text]
    assert found[name]["way"] == "3"
    assert found[name]["proof"] == hashlib.sha256(f"{base}{text}".encode()).hexdigest()
    ((kept, _, _),) = run.proved_claims({"claims": found, "open": {}}, paths)
    assert asked == [text]
    assert kept == found


@pytest.mark.parametrize("missing", [False, True])
def test_what_was_proved_in_the_slowest_way_is_proved_in_it_again(monkeypatch, missing):
    name = "staircase.heur.62"
    asked = []

    def compiled(_, text):
        asked.append("Import quick." in text)
        return ""

    monkeypatch.setattr(run, "compiled", compiled)
    paths = [run.CERTIFICATES / f"{name}.json"]
    row = {"proof": "of another text", "way": "3"}
    ((found, _, _),) = run.proved_claims(
        {"claims": {name: row}, "open": {}}, paths, missing=missing
    )
    assert asked == [True]
    assert found[name]["way"] == "3"


def test_what_was_refused_is_asked_again_only_on_request(monkeypatch):
    name = "staircase.heur.62"
    asked = []

    def compiled(_, text):
        asked.append(text)
        raise run.Unproved(text)

    monkeypatch.setattr(run, "compiled", compiled)
    paths = [run.CERTIFICATES / f"{name}.json"]
    ((_, left, _),) = run.proved_claims({"claims": {}, "open": {}}, paths)
    assert len(asked) == 2
    known = {"claims": {}, "open": left}
    ((_, same, _),) = run.proved_claims(known, paths, missing=False)
    assert len(asked) == 2
    assert same == left
    ((_, again, _),) = run.proved_claims(known, paths, missing=False, again=True)
    assert len(asked) == 5  # the slowest way too
    assert again[name] == {**left[name], "proof": again[name]["proof"]}


def test_a_certificate_with_the_same_proof_is_known_by_its_own_digest(monkeypatch):
    name = "staircase.heur.62"
    monkeypatch.setattr(run, "compiled", lambda *_: "")
    paths = [run.CERTIFICATES / f"{name}.json"]
    ((found, _, _),) = run.proved_claims({"claims": {}, "open": {}}, paths)
    before = {name: {**found[name], "certificate": "sha256:of another time"}}
    monkeypatch.setattr(run, "compiled", lambda *_: pytest.fail("asked again"))
    ((kept, _, _),) = run.proved_claims({"claims": before, "open": {}}, paths)
    assert kept == found


def test_factors_are_the_last_way_that_is_tried(monkeypatch):
    name = "trunclap.thm4.dual"
    asked = []

    def compiled(_, text):
        asked.append(text)
        if len(asked) < 3:
            raise run.Unproved(text)
        return ""

    monkeypatch.setattr(run, "compiled", compiled)
    paths = [run.CERTIFICATES / f"{name}.json"]
    ((found, left, _),) = run.proved_claims({"claims": {}, "open": {}}, paths)
    assert ["Import factors." in text for text in asked] == [False, False, True]
    assert set(found) == {name}
    assert not left


def test_all_is_tried_of_a_claim_that_holds_in_the_slow_ways_only(monkeypatch):
    asked = []

    def compiled(_, text):
        asked.append(text)
        raise run.Unproved(text)

    monkeypatch.setattr(run, "compiled", compiled)
    paths = [run.CERTIFICATES / "staircase.eq79.json"]
    ((_, left, _),) = run.proved_claims({"claims": {}, "open": {}}, paths, again=True)
    assert ["Import sums shells." in text for text in asked].index(True) == len(asked) - run.SLOW
    assert [" powers." in text for text in asked].index(True) == len(asked) - 1
    base, text = run.written(certificate("staircase.eq79"), **run.WAYS[-1])
    assert asked[-1] == text
    digest_ = hashlib.sha256(f"{base}{text}".encode()).hexdigest()
    assert left["staircase.eq79"]["proof"] == digest_
    assert (run.SOURCES / "shells.v").read_text("utf-8") in base


def test_so_many_claims_are_proved_at_a_time(monkeypatch):
    both = threading.Barrier(2, timeout=60)

    def compiled(*_):
        both.wait()
        return ""

    monkeypatch.setattr(run, "compiled", compiled)
    names = ("staircase.heur.62", "staircase.prop1")
    paths = [run.CERTIFICATES / f"{name}.json" for name in names]
    *_, (found, left, _) = run.proved_claims({"claims": {}, "open": {}}, paths, jobs=2)
    assert set(found) == set(names)
    assert not left


def test_what_the_stronger_tactics_prove_is_recorded_with_their_digest(monkeypatch):
    name = "staircase.heur.62"

    def compiled(_, text):
        if "normal cancelling strong" not in text:
            raise run.Unproved(text)
        return ""

    monkeypatch.setattr(run, "compiled", compiled)
    paths = [run.CERTIFICATES / f"{name}.json"]
    ((found, left, _),) = run.proved_claims({"claims": {}, "open": {}}, paths)
    assert not left
    monkeypatch.setattr(run, "compiled", lambda *_: pytest.fail("asked again"))
    ((kept, _, _),) = run.proved_claims({"claims": found, "open": {}}, paths)
    assert kept == found


@pytest.mark.parametrize("only", [(), ("staircase.heur.62", "staircase.prop1")])
def test_a_run_that_is_stopped_keeps_what_it_has_not_reached(monkeypatch, tmp_path, only):
    """Whatever ends it: what is said of the others is on the disk already."""
    for name in ("staircase.heur.62", "staircase.prop1", "staircase.prop2"):
        shutil.copy(run.CERTIFICATES / f"{name}.json", tmp_path)
    about = {"statement": "s", "certificate": "c", "proof": "p"}
    before = {
        "axioms": ["Classical_Prop.classic"],
        "claims": {"staircase.prop1": about | {"way": "2"}},
        "open": {"staircase.prop2": about | {"reason": "refused at step 1"}},
    }
    record = tmp_path / "record.txt"
    record.write_text(json.dumps(before))

    def compiled(name, *_):
        if "prop1" in name:
            raise KeyboardInterrupt
        return ""

    monkeypatch.setattr(run, "compiled", compiled)
    monkeypatch.setattr(run, "CERTIFICATES", tmp_path)
    monkeypatch.setattr(run, "RECORD", record)
    with pytest.raises(KeyboardInterrupt):
        run.report(missing=False, only=only)
    kept = json.loads(record.read_text("ascii"))
    assert kept["axioms"] == before["axioms"]
    assert kept["open"] == before["open"]
    assert set(kept["claims"]) == {"staircase.heur.62", "staircase.prop1"}
    assert kept["claims"]["staircase.prop1"] == before["claims"]["staircase.prop1"]


def test_a_record_that_is_not_written_whole_is_the_one_before(monkeypatch, tmp_path):
    record = tmp_path / "record.txt"
    keep(record, {"claims": {"one": {}}})

    def half(path, text, *_):
        with path.open("w") as file:
            file.write(text[: len(text) // 2])
        raise KeyboardInterrupt

    monkeypatch.setattr(type(record), "write_text", half)
    with pytest.raises(KeyboardInterrupt):
        keep(record, {"claims": {"one": {}, "two": {}}})
    assert json.loads(record.read_text("ascii")) == {"claims": {"one": {}}}


def test_rows_of_what_is_no_claim_any_more_leave_with_a_whole_run_only(monkeypatch, tmp_path):
    name, gone = "staircase.heur.62", "staircase.of.another.time"
    shutil.copy(run.CERTIFICATES / f"{name}.json", tmp_path)
    record = tmp_path / "record.txt"
    row = {"statement": "s", "certificate": "c", "reason": "refused at step 1"}
    before = {"claims": {}, "open": {gone: row}, "axioms": ["Classical_Prop.classic"]}
    record.write_text(json.dumps(before))
    monkeypatch.setattr(run, "compiled", lambda *_: "")
    monkeypatch.setattr(run, "CERTIFICATES", tmp_path)
    monkeypatch.setattr(run, "RECORD", record)
    run.report(missing=False, only=[name])
    kept = json.loads(record.read_text("ascii"))
    assert set(kept["open"]) == {gone}
    assert kept["axioms"] == before["axioms"]
    run.report(missing=False)
    kept = json.loads(record.read_text("ascii"))
    assert not kept["open"]
    assert not kept["axioms"]


TEXT = """\
From dpproofs Require Import lemmas.
Definition one : Prop := True.
Lemma step_first :
  True.
Proof. exact I. Qed.
Lemma step_cost.2 :
  True.
Proof. exact I. Qed.
Theorem one_proved : one.
Proof.
  exact I.
Qed.
"""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (1, "refused before its first step"),
        (5, "refused at step first"),
        (7, "refused at step cost.2"),
        (11, "refused where the steps are put together"),
    ],
)
def test_the_step_that_coq_refused_is_named(line, said):
    message = f'claims/one.v: File "./claims/one.v", line {line}, characters 3-8:\nError: no'
    assert refusal(TEXT, message) == said


def test_what_takes_too_long_is_told_apart_from_what_is_refused(monkeypatch):
    def compiled(*_):
        raise run.Late("not shown within 150 s of processor time")

    monkeypatch.setattr(run, "compiled", compiled)
    paths = [run.CERTIFICATES / "staircase.heur.62.json"]
    ((_, left, _),) = run.proved_claims({"claims": {}, "open": {}}, paths)
    assert left["staircase.heur.62"]["reason"] == "not shown within 150 s of processor time"


def test_the_slowest_way_is_tried_only_again(monkeypatch):
    asked = []

    def compiled(_, text):
        asked.append(text)
        raise run.Unproved("no")

    monkeypatch.setattr(run, "compiled", compiled)
    name, count = "staircase.appF.lem28", len(run.WAYS) - run.SLOW
    known, paths = {"claims": {}, "open": {}}, [run.CERTIFICATES / f"{name}.json"]
    ((_, refused, _),) = run.proved_claims(known, paths)
    assert len(asked) == count
    known = {"claims": {}, "open": refused}
    ((_, kept, _),) = run.proved_claims(known, paths)
    assert kept == refused
    assert len(asked) == count
    tuple(run.proved_claims(known, paths, again=True))
    assert len(asked) == count + len(run.WAYS)


def test_a_process_that_is_killed_is_late(monkeypatch, tmp_path):
    (tmp_path / "coqc").write_text("#!/bin/sh\nkill -XCPU $$\n")
    (tmp_path / "coqc").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(run, "BUILD", tmp_path)
    with pytest.raises(run.Late, match="of processor time"):
        run.compiled("some", "Definition one := True.\n")


def test_a_claim_with_more_steps_has_more_time(monkeypatch, tmp_path):
    (tmp_path / "coqc").write_text("#!/bin/sh\nulimit -t\n")
    (tmp_path / "coqc").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(run, "BUILD", tmp_path)
    assert int(run.compiled("some", "Definition one := True.\n")) == run.SECONDS
    steps = "\nLemma step_1 : True.\nProof. exact I. Qed." * 20
    assert int(run.compiled("some", f"{steps}\n")) == run.SECONDS + 20 * run.MORE


def test_single_claims_that_are_stopped_leave_the_others_as_they_were(monkeypatch, tmp_path):
    first, second = "staircase.heur.62", "staircase.prop1"
    rows = {second: {"statement": "s", "certificate": "c", "proof": "p"}}
    (tmp_path / "record.txt").write_text(json.dumps({"claims": rows, "open": {}, "axioms": []}))

    def compiled(name, *_):
        if "prop1" in name:
            raise KeyboardInterrupt
        return ""

    monkeypatch.setattr(run, "compiled", compiled)
    monkeypatch.setattr(run, "RECORD", tmp_path / "record.txt")
    with pytest.raises(KeyboardInterrupt):
        run.report(missing=False, only=[first, second])
    kept = json.loads((tmp_path / "record.txt").read_text("ascii"))["claims"]
    assert set(kept) == {first, second}
    assert kept[second] == rows[second]


def test_a_claim_without_a_written_proof_leaves_what_was_tried_of_others(monkeypatch, tmp_path):
    def written(*_, **__):
        raise UnsupportedExpression("no proof")

    record = tmp_path / "record.txt"
    other = {"statement": "s", "certificate": "c", "reason": "refused at step 1", "proof": "p"}
    record.write_text(json.dumps({"claims": {}, "open": {"staircase.prop2": other}, "axioms": []}))
    monkeypatch.setattr(run, "written", written)
    monkeypatch.setattr(run, "compiled", lambda *_: "")
    monkeypatch.setattr(run, "RECORD", record)
    run.report(missing=False, only=["staircase.prop1"])
    kept = json.loads(record.read_text("ascii"))["open"]
    assert kept["staircase.prop2"] == other
    assert kept["staircase.prop1"]["reason"] == "not written: no proof"
    assert kept["staircase.prop1"]["certificate"] == certificate("staircase.prop1")["digest"]


def test_a_proof_rests_on_the_rules_that_it_uses_and_on_no_other(monkeypatch):
    shown = certificate("staircase.prop2")
    base, text = run.written(shown, stronger=False)
    used = {one.rule for one in run._lemmas() if one.text in base}
    assert used == {"induction"}

    def with_another(name):
        said = tuple(
            replace(one, text="other") if one.rule == name else one for one in run._lemmas()
        )
        with monkeypatch.context() as changed:
            changed.setattr(run, "_lemmas", lambda: said)
            return run.written(shown, stronger=False)

    assert with_another("mixtures") == (base, text)
    assert with_another("induction") != (base, text)


@pytest.mark.coq  # it asks for what only Coq can mend, and every proof is written twice
def test_a_proof_rests_on_what_its_imports_import_and_on_no_other_file(monkeypatch):
    files = {
        "calculus": "", "kinds": "From dpproofs Require Import calculus.\n", "other": "",
        "lemmas": "From dpproofs Require Import deep.\n", "rules/statements": "",
        "deep": "From dpproofs Require Import deeper.\nFrom dpproofs.rules Require Import radii.\n",
        "deeper": "", "rules/radii": "",
    }  # fmt: skip
    texts = {name: f"{text}(* this is {name} *)\n" for name, text in files.items()}
    monkeypatch.setattr(run, "imported", lambda name: run.imports_in(texts[name]))
    monkeypatch.setattr(run, "_text", lambda names: "".join(texts[name] for name in names))
    monkeypatch.setattr(run, "below", run.below.__wrapped__)
    proof = "From dpproofs Require Import calculus kinds.\nFrom dpproofs Require Import lemmas.\n"
    monkeypatch.setattr(run, "proof", lambda *_, **__: proof)
    base, text = run.written(certificate("staircase.heur.62"), stronger=False)
    order = re.findall(r"this is (\S+) ", base)
    assert order == ["calculus", "kinds", "deeper", "rules/radii", "deep", "lemmas"]
    assert text.startswith(proof)


def test_the_record_lacks_no_claim_whose_proof_can_be_written(monkeypatch):
    """Coq would be asked for minutes, by everyone who proves what is missing."""
    asked = set()

    def compiled(name, _):
        asked.add(name)
        raise run.Unproved(name)

    monkeypatch.setattr(run, "compiled", compiled)
    known = json.loads(run.RECORD.read_text("ascii"))
    for _ in run.proved_claims(known, sorted(run.CERTIFICATES.glob("*.json"))):
        pass
    assert not asked, "run 'make coq COQ=--missing' and commit the record"


def test_a_claim_whose_proof_cannot_be_written_any_more_leaves_the_record(monkeypatch, tmp_path):
    first, second = "staircase.heur.62", "staircase.prop1"
    for name in (first, second):
        shutil.copy(run.CERTIFICATES / f"{name}.json", tmp_path)
    row = {"statement": "s", "certificate": "c", "proof": "p"}
    record = tmp_path / "record.txt"
    record.write_text(json.dumps({"claims": {second: row}, "open": {}, "axioms": []}))
    of = run.written

    def written(shown, **ways):
        if shown["statement"]["id"] == second:
            raise UnsupportedExpression("no proof")
        return of(shown, **ways)

    monkeypatch.setattr(run, "written", written)
    monkeypatch.setattr(run, "compiled", lambda *_: "")
    monkeypatch.setattr(run, "CERTIFICATES", tmp_path)
    monkeypatch.setattr(run, "RECORD", record)
    with pytest.raises(run.Refused, match=f"proved before, and not any more: {second}"):
        run.report(missing=True)
    assert set(json.loads(record.read_text("ascii"))["claims"]) == {first}
