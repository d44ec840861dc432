"""Draws from files: what is read, in which order it is handed out, and what is refused."""

import pickle
import sys

import numpy as np
import pytest

from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.target import Pair, TargetError
from dpproofs.auditing.targets.recorded import RecordedTarget
from dpproofs.kernel.errors import BadInput

CLAIM = PrivacyClaim(1.0)
HERE, THERE = [1.5, -2.0, 3.25], [4.0, 0.5, -6.0]


@pytest.fixture
def record(tmp_path):
    """Return a function that writes a file and opens it as a target."""

    def write(name, content, **options):
        path = tmp_path / name
        if isinstance(content, str):
            path.write_text(content, "utf-8")
        elif isinstance(content, bytes):
            path.write_bytes(content)
        elif isinstance(content, dict):
            np.savez(path, **content)
        else:
            np.save(path, content)
        return RecordedTarget(path, **options)

    return write


def drawn(target, count=3):
    (pair,) = target.pairs(CLAIM)
    return [target.draw(value, count, None).tolist() for value in (pair.input, pair.neighbour)]


@pytest.mark.parametrize(
    "text",
    [
        "1.5,4\n-2,.5\n3.25,-6\n",
        "1.5,4\n-2,.5\n3.25,-6",
        "\n1.5,4\r\n\r\n-2,.5\r\n 3.25 , -6 \r\n\n",
        "1.5;4\n-2;.5\n3.25;-6\n",
        "1.5\t4\n-2\t.5\n3.25\t-6\n",
        "\ufeff1.5,4\n-2,.5\n3.25,-6\n",
    ],
)
def test_two_columns_are_draws_at_the_input_and_its_neighbour(record, text):
    target = record("draws.csv", text)
    assert target.pairs(CLAIM) == (Pair("input", "neighbour"),)
    assert target.available() == 3
    assert not target.seeded
    assert drawn(target) == [HERE, THERE]


def test_columns_may_have_names(record):
    target = record("draws.csv", '\n"at 0",at 1\n1.5,4\n-2,.5\n3.25,-6\n')
    assert target.pairs(CLAIM) == (Pair("at 0", "at 1"),)
    assert drawn(target) == [HERE, THERE]


@pytest.mark.parametrize("text", ["0,1\n1.5,4.0\n-2.0,.5\n3.25,-6.0\n", "1,0\n3,4\n-2,5\n7,-6\n",
                                  "5,6\n1.5,4.\n-2.0,.5\n3.25,-6.\n"])  # fmt: skip
def test_inputs_above_the_draws_are_no_pair(record, text):
    target = record("draws.csv", text)
    assert target.available() == 3
    assert target.pairs(CLAIM) == (Pair(*text.split("\n")[0].split(",")),)
    assert record("whole.csv", "3,4\n1,0\n2,2\n").available() == 3


def test_the_long_form_has_a_column_of_inputs(record):
    rows = [(0.5, 1.5), (2.0, 4.0), (2.0, 0.5), (0.5, -2.0), (0.5, 3.25), (2.0, -6.0), (2.0, 9.0)]
    text = "Input,Output\n" + "\n".join(f"{x},{y}" for x, y in rows)
    target = record("draws.csv", text)
    assert target.pairs(CLAIM) == (Pair(0.5, 2.0),)
    assert target.available() == 3
    assert drawn(target) == [HERE, THERE]


@pytest.mark.parametrize("kind", [np.float64, np.float32, np.int64])
def test_numpy_arrays_have_a_column_for_each_input(record, kind):
    table = np.array([HERE, THERE]).T.astype(kind)
    target = record("draws.npy", table)
    assert drawn(target) == table.T.tolist()
    assert target.draw("input", 0, None).shape == (0,)


def test_numpy_arrays_are_not_read_into_memory(record):
    target = record("draws.npy", np.array([HERE, THERE]).T)
    assert isinstance(next(iter(target._draws.values())).base, np.memmap)


def test_structured_arrays_name_their_columns(record):
    rows = np.array(list(zip(HERE, THERE, strict=True)), dtype=[("a", float), ("b", float)])
    target = record("draws.npy", rows)
    assert target.pairs(CLAIM) == (Pair("a", "b"),)
    assert drawn(target) == [HERE, THERE]


@pytest.mark.parametrize(
    "arrays",
    [
        {"a": np.array(HERE), "b": np.array(THERE)},
        {"table": np.array([HERE, THERE]).T},
        {"input": np.array([0, 1] * 3), "output": np.array([HERE, THERE]).T.ravel()},
    ],
)
def test_npz_archives_hold_two_columns_or_a_table(record, arrays):
    assert drawn(record("draws.npz", arrays)) == [HERE, THERE]


def test_parquet_files_are_read(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "draws.parquet"
    parquet.write_table(pyarrow.table({"a": HERE, "b": THERE}), path)
    assert drawn(RecordedTarget(path)) == [HERE, THERE]


def test_parquet_needs_a_library(record, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(BadInput, match=r"pip install 'dpproofs\[parquet\]'"):
        record("draws.parquet", b"")


def test_draws_are_handed_out_once_in_their_order(record):
    target = record("draws.csv", "1.5,4\n-2,.5\n3.25,-6\n")
    assert target.draw("input", 2, None).tolist() == [1.5, -2.0]
    assert target.draw("neighbour", 1, None).tolist() == [4.0]
    assert target.draw("input", 1, None).tolist() == [3.25]
    assert target.draw("neighbour", 2, None).tolist() == [0.5, -6.0]
    assert target.available() == 3
    with pytest.raises(TargetError, match="has 0 draws left at 'input', and 1 are needed"):
        target.draw("input", 1, None)


def test_draws_that_were_used_before_are_left_out(record):
    target = record("draws.csv", "1.5,4\n-2,.5\n3.25,-6\n", start=2)
    assert target.available() == 1
    assert drawn(target, 1) == [[3.25], [-6.0]]


@pytest.mark.parametrize("start", [-1, 4])
def test_no_more_can_be_left_out_than_there_are(record, start):
    with pytest.raises(BadInput, match=f"start = {start}, but should be an integer from 0 to 3"):
        record("draws.csv", "1.5,4\n-2,.5\n3.25,-6\n", start=start)


def test_there_are_no_draws_elsewhere(record):
    target = record("draws.csv", "input,output\n0,1\n1,2\n")
    with pytest.raises(TargetError, match=r"holds draws at 0\.0 and 1\.0, and none at 0\.5"):
        target.draw(0.5, 1, None)


def test_a_copy_would_count_draws_twice(record):
    with pytest.raises(TypeError, match="a second time: use one worker"):
        pickle.dumps(record("draws.csv", "1,2\n"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1,2\n\n3,4\n5,x\n", "two numbers a line; line 4 is '5,x'"),
        ("a,b\n1,2\n3\n", "two numbers a line; line 3 is '3'"),
        ("1,2\n3,4,5\n", "two numbers a line; line 2 is '3,4,5'"),
        ("1,2\n3,\n", "two numbers a line; line 2 is '3,'"),
        ("1,2\n3,nan\n", "two numbers a line; line 2 is '3,nan'"),
        ("1,2\n3,4 5\n", "two numbers a line; line 2 is '3,4 5'"),
        ("1,2\n3,1_000\n", "two numbers a line; line 2 is '3,1_000'"),
        ("a,b\n", "a file of draws, but it has none"),
        ("", "draws, but it is empty"),
        ("\n\n", "draws, but it is empty"),
        ("x,x\n1,2\n", "two columns of different names, not 'x' twice"),
        ("1\n2\n", "two columns, not 1"),
        ("1,2,3\n", "two columns, not 3"),
        ("input,output\n0,1\n0,2\n", "with draws at two inputs, not at 1 (0.0)"),
        ("input,output\n0,1\n1,2\n2,3\n", "with draws at two inputs, not at 3 (0.0, 1.0, 2.0)"),
    ],
)
def test_a_malformed_text_is_refused_with_the_line(record, text, message):
    with pytest.raises(BadInput) as caught:
        record("draws.csv", text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("draws.npy", np.zeros(3), "an array of shape (n, 2), not (3,)"),
        ("draws.npy", np.zeros((3, 1)), "an array of shape (n, 2), not (3, 1)"),
        ("draws.npy", np.zeros((0, 2)), "a file of draws; 'input' is empty"),
        ("draws.npy", np.array([[0, 1], [0, np.nan]]), "draw 2 in 'neighbour' is NaN"),
        ("draws.npy", np.array([["a", "b"]]), "a file of numbers; 'input' is <U1"),
        ("draws.npy", np.zeros(2, dtype=[("a", float)]), "two columns, not 1 (a)"),
        ("draws.npy", b"junk", "readable by NumPy"),
        ("draws.npz", b"junk", "readable by NumPy"),
        ("draws.npz", {"a": np.zeros((2, 2)), "b": np.zeros(2)}, "'a' is float64 of shape (2, 2)"),
        ("draws.npz", {"input": np.zeros(2), "output": np.zeros(3)}, "as many inputs as outputs"),
        ("draws.npz", {"a": np.zeros(2), "b": np.zeros(2), "c": np.zeros(2)}, "columns, not 3"),
        (
            "draws.npz",
            {"a": np.array([None]), "b": np.zeros(1)},
            "readable by NumPy: it holds Python objects",
        ),
        ("draws.npz", {}, "two columns, not 0"),
        ("draws.txt", "1,2\n", "a file ending in .csv, .npy, .npz, .parquet"),
    ],
)
def test_a_malformed_file_is_refused(record, name, content, message):
    with pytest.raises(BadInput) as caught:
        record(name, content)
    assert message in str(caught.value)


def test_a_malformed_parquet_file_is_refused(record):
    pytest.importorskip("pyarrow")
    with pytest.raises(BadInput, match="readable as Parquet"):
        record("draws.parquet", b"junk")


def test_a_file_that_cannot_be_opened_is_refused(record, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError("not yours")

    monkeypatch.setattr(np, "load", refuse)
    with pytest.raises(BadInput, match="a file that can be read: not yours"):
        record("draws.npy", np.zeros((1, 2)))


def test_the_two_kinds_of_numpy_files_may_be_mistaken_for_each_other(tmp_path):
    for name, save in (("draws.npy", np.savez), ("draws.npz", np.save)):
        with (tmp_path / name).open("wb") as file:
            save(file, np.array([HERE, THERE]).T)
        assert drawn(RecordedTarget(tmp_path / name)) == [HERE, THERE]


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(BadInput, match="a file that exists"):
        RecordedTarget(tmp_path / "draws.csv")
