"""What the papers number has a claim or a reason, and the tool notices what is missing."""

import copy

import items
import pytest

from dpproofs.kernel.erratum import Patch

LISTED = items.lists()


@pytest.fixture(scope="module")
def named():
    return list(items.references())


@pytest.mark.parametrize("paper", LISTED)
def test_every_numbered_item_has_a_claim_or_a_reason(named, paper):
    assert items.problems(paper, LISTED[paper], named) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Theorem 4, (44)", {("Theorem", 4), ("", 44)}),
        ("Lemmas 24 to 25, (7)-(8)", {("Lemma", 24), ("Lemma", 25), ("", 7), ("", 8)}),
        ("Corollary 5, 7, 9", {("Corollary", n) for n in (5, 7, 9)}),
        ("Theorem 1-3, 6", {("Theorem", n) for n in (1, 2, 3, 6)}),
        ("Figures 2b, 2c, 2d", {("Figure", 2)}),
        ("Properties 1 and 3", {("Property", 1), ("Property", 3)}),
        ("section 5", set()),
    ],
)  # fmt: skip
def test_references_are_read(text, found):
    assert items.items(text) == found


def changed(paper, change):
    listed = {"reasons": {}, **copy.deepcopy(LISTED[paper])}
    change(listed)
    return listed


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda listed: listed["claims"].pop("Definition 2"), "nor reason: Definition 2"),
        (lambda listed: listed["numbered"].append("Lemma 3"), "neither claim nor reason: Lemma 3"),
        (lambda listed: listed["numbered"].remove("Lemma 1-2"), "named by a claim, and not listed"),
        (lambda listed: listed["reasons"].update({"(99)": "none"}), "and not listed: (99)"),
        (lambda listed: listed["claims"].update({"(5)": "trunclap.lem1"}), "covered twice: (5)"),
        (lambda listed: listed["claims"].update({"(6)": "trunclap.no"}), "claim: trunclap.no"),
    ],
)  # fmt: skip
def test_what_is_missing_is_noticed(named, change, told):
    assert told in "\n".join(items.problems("trunclap", changed("trunclap", change), named))


def test_a_claim_that_names_nothing_any_more_is_missed(named):
    left = [(name, found) for name, found in named if name != "trunclap.thm4"]
    assert items.problems("trunclap", LISTED["trunclap"], left) == [
        "trunclap: neither claim nor reason: (11)"
    ]


def test_numbers_of_a_text_are_found_and_those_of_other_papers_are_not():
    text = "Theorem 8. Let\n$$x = 1 \\tag{13}$$\n(14)\nx | (15) |\nby Theorem 9 and (16) of others,"
    assert items.numbered_in(text) == {("Theorem", 8), ("", 13), ("", 14), ("", 15)}
    (told,) = (t for t in items.unlike("trunclap", LISTED["trunclap"], text) if "listed" in t)
    assert told == "trunclap: numbered in the text, and not listed: (13), (14), (15), Theorem 8"


def test_a_line_that_no_text_prints_is_noticed():
    assert items.printed_in(Patch("when $N \\ge a$", ""), "when  $N \\ge\n a$ holds")
    assert not items.printed_in(Patch("when $N \\ge a$", ""), "when $N \\ge b$ holds")
    told = items.unlike("trunclap", LISTED["trunclap"], "nothing")
    assert any(line.startswith("trunclap.gaussrate: not in the text: ") for line in told)


def test_the_tool_fails_when_something_is_wrong(capsys, tmp_path):
    assert items.main([]) == 0
    for paper in LISTED:
        (tmp_path / f"{paper}.txt").write_text("(999) |", "utf-8")
    assert items.main([str(tmp_path)]) == 1
    assert "cactus: numbered in the text, and not listed: (999)" in capsys.readouterr().out
