def test_a_sentence_is_exported(run, tmp_path):
    result = run("export", "--coq", "staircase.def1")
    assert result.exit_code == 0
    assert "Definition staircase_def1 : Prop :=\n  forall b : R, 0 < b -> b < 1 ->" in result.stdout
    path = tmp_path / "claims.v"
    assert run("export", "--coq", "staircase.def1", "-o", path).stdout == ""
    assert path.read_text() == result.stdout


def test_several_claims_are_one_file(run):
    result = run("export", "--coq", "staircase.def1", "additive.lem2")
    assert result.stdout.count("Require Import Reals.") == 1
    assert "Definition additive_lem2 :" in result.stdout


def test_usage(run, tmp_path):
    assert "--coq" in run("export", "staircase.def1").stderr
    wrong = run("export", "--coq", "staircase.def1", "-o", tmp_path / "claims.txt")
    assert (wrong.exit_code, "a file ending in .v" in wrong.stderr) == (2, True)
    assert run("export", "--coq", "nothing").exit_code == 2
