"""Optimal noise on disk: read again when it is what was asked, else solved anew."""

import json
from fractions import Fraction

import pytest

import dpproofs as dp
from dpproofs.kernel import cache
from dpproofs.optima.bracket import kept
from dpproofs.optima.bracket.search import sealed
from dpproofs.optima.optimal_noise import _kept

ASKED = (Fraction(1), Fraction(1, 10), Fraction(2), Fraction(1))
GAP = Fraction(1, 20)


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setenv(cache.PLACE, str(tmp_path))
    return tmp_path / "brackets"


@pytest.fixture
def solving(monkeypatch):
    calls = []

    def counted(*arguments, **options):
        calls.append(arguments)
        return solve(*arguments, **options)

    solve = kept.bracket
    monkeypatch.setattr(kept, "bracket", counted)
    return calls


def test_what_was_solved_is_read_again(place, solving):
    first = kept.kept_bracket(*ASKED, GAP)
    again = kept.kept_bracket(*ASKED, GAP)
    assert len(solving) == 1
    assert len(list(place.iterdir())) == 1
    assert again.certificate() == first.certificate()
    assert again.noise == first.noise
    assert (again.lower, again.upper, again.n) == (first.lower, first.upper, first.n)
    kept.kept_bracket(*ASKED, GAP / 2)
    assert len(solving) == 2


def test_optimal_noise_is_kept(place, solving):
    for _ in range(2):
        _kept.cache_clear()
        noise = dp.OptimalNoise(1, "0.1", 2, gap="1/20")
    assert len(solving) == 1
    assert dp.replay(noise.certificate()).accepted
    assert list(place.iterdir())


def test_noise_for_a_threshold_is_kept_beside_it(place, monkeypatch):
    asked = (Fraction(1), Fraction(1, 20), Fraction(2), Fraction(1), Fraction(1, 10), Fraction(1))
    first = kept.kept_bracket(*asked)
    monkeypatch.setattr(kept, "threshold_bracket", None)
    again = kept.kept_bracket(*asked)
    assert again == first
    assert again.certificate() == first.certificate()
    assert len(list(place.iterdir())) == 1


def closer(document):
    masses = document["upper"]["masses"].split()
    document["upper"]["masses"] = " ".join([str(3 * int(masses[0])), *masses[1:]])


def stronger(document):
    test = document["lower"]["tests"][-1]
    test["values"] = " ".join(str(2 * int(value)) for value in test["values"].split())


def elsewhere(document):
    document["delta"] = "1/5"


def negative(document):
    document["upper"]["atom"] = "-5"


def beyond(document):
    document["lower"]["tests"][-1]["shift"] = document["n"] + 1


def twice(document):
    document["lower"]["tests"] *= 2


def upside_down(document):
    document["lower"]["scale"] = "-" + document["lower"]["scale"]


def empty(document):
    document["upper"]["masses"] = "0 0"


def nothing(document):
    del document["upper"]


CHANGES = [closer, elsewhere, negative, beyond, twice, upside_down, empty, nothing]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@pytest.mark.parametrize("digest", ["old", "new"])
def test_a_changed_file_is_solved_anew(place, solving, change, digest):
    expected = kept.kept_bracket(*ASKED, GAP)
    (file,) = place.iterdir()
    document = json.loads(file.read_text())
    change(document)
    if digest == "new":
        del document["digest"]
        document = sealed(document)
    file.write_text(json.dumps(document))
    found = kept.kept_bracket(*ASKED, GAP)
    assert len(solving) == 2
    assert found.certificate() == expected.certificate()
    assert json.loads(file.read_text()) == expected.certificate()


def test_changed_multipliers_prove_what_they_prove(place, solving):
    """A file may be the work of another solver; its ends are those that it proves."""
    expected = kept.kept_bracket(*ASKED, GAP)
    (file,) = place.iterdir()
    document = json.loads(file.read_text())
    stronger(document)
    del document["digest"]
    file.write_text(json.dumps(sealed(document)))
    found = kept.kept_bracket(*ASKED, GAP)
    assert len(solving) == 1
    assert found.lower < expected.lower
    assert dp.replay(found.certificate()).accepted


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"\xff", b'{"lower": 1}'])
def test_what_is_no_certificate_is_solved_anew(place, solving, content):
    kept.kept_bracket(*ASKED, GAP)
    (file,) = place.iterdir()
    file.write_bytes(content)
    kept.kept_bracket(*ASKED, GAP)
    assert len(solving) == 2


def test_nothing_is_kept_where_nothing_can_be_written(tmp_path, monkeypatch, solving):
    blocked = tmp_path / "file"
    blocked.write_text("")
    for place in (str(blocked), ""):
        monkeypatch.setenv(cache.PLACE, place)
        kept.kept_bracket(*ASKED, GAP)
    assert len(solving) == 2
    assert blocked.read_text() == ""


def test_by_default_it_is_where_caches_are(tmp_path, monkeypatch):
    monkeypatch.delenv(cache.PLACE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept.kept_bracket(*ASKED, GAP)
    assert list((tmp_path / "dpproofs" / "brackets").iterdir())
