"""Papers as their folders describe them."""

from dataclasses import replace

from dpproofs.kernel.paper import described, in_words


def test_every_folder_with_a_description_is_a_paper():
    papers = described()
    assert list(papers) == sorted(papers)
    assert {"staircase", "additive", "trunclap", "poster", "cactus", "vector"} <= set(papers)
    assert [name for name, paper in papers.items() if paper.own] == ["optimum"]
    assert all(paper.url.startswith("https://") for paper in papers.values())


def test_authors_are_a_phrase():
    paper = described()["staircase"]
    assert paper.people == "Quan Geng and Pramod Viswanath"
    assert replace(paper, authors=("Quan Geng",)).people == "Quan Geng"
    assert described()["vector"].people.count(",") == 1


def test_an_entry_of_a_bibliography():
    entry = described()["poster"].bibtex()
    assert entry.startswith("@misc{poster,\n  title = {{Tight Analysis")
    assert "author = {Quan Geng and Wei Ding and Ruiqi Guo and Sanjiv Kumar}" in entry
    assert r"howpublished = {\url{https://proceedings.mlr.press/v108/geng20a.html}}" in entry


def test_what_is_proved_in_words_is_in_the_papers_folder():
    assert r"\section{In words" in in_words("cactus")
    assert r"\section{In words" in in_words("optimum")
    assert in_words("staircase") == in_words("no paper") == ""
