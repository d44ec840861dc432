import claims_table
import pytest

LINE = '{ id = "paper.thm1", item = "Theorem 1" }'


def load(*lines, items=()):
    text = f"claims = [{', '.join(lines)}]"
    return claims_table.load(text, {"paper": "A Paper"}, dict(items))


@pytest.fixture(scope="module")
def committed():
    return claims_table.committed()


@pytest.fixture(scope="module")
def modules():
    return claims_table.formalised_modules()


def test_table_is_what_the_registry_says(committed, modules):
    expected = claims_table.render(committed, modules, claims_table.undecided())
    assert claims_table.TABLE.read_text("utf-8") == expected, "stale: run 'make claims'"


def test_every_formalised_claim_is_in_the_catalogue(committed, modules):
    assert set(modules) <= {claim.id for claim in committed.claims}


def test_every_formalised_claim_lives_in_the_folder_of_its_paper(committed, modules):
    papers = {claim.id: claim.paper for claim in committed.claims}
    for claim_id, module in modules.items():
        assert module.startswith(f"dpproofs.theorems.{papers[claim_id]}."), claim_id
        assert (claims_table.ROOT / (module.replace(".", "/") + ".py")).is_file(), claim_id


def test_every_line_of_the_table_is_one_claim(committed):
    rows = [line for line in claims_table.TABLE.read_text("utf-8").splitlines() if "| `" in line]
    assert len(rows) == len(committed.claims)
    assert all(f"| `{c.id}` |" in row for c, row in zip(committed.claims, rows, strict=True))


def test_an_open_claim_is_shown_as_open_and_not_counted():
    two = load(LINE, LINE.replace("thm1", "thm2"))
    modules = {"paper.thm1": "dpproofs.one", "paper.thm2": "dpproofs.two"}
    table = claims_table.render(two, modules, {"paper.thm2"})
    assert "Formalised: 1 of 2. Open: 1." in table
    assert "| formalised | [`one.py`]" in table
    assert "| open | [`two.py`]" in table
    assert "open" not in claims_table.render(two, modules).partition("Formalised")[2]


def test_a_claim_unknown_to_the_catalogue_is_refused():
    with pytest.raises(ValueError, match=r"paper\.thm9"):
        claims_table.render(load(LINE), {"paper.thm9": "x"})


def test_an_id_used_twice_is_refused():
    with pytest.raises(ValueError, match="twice"):
        load(LINE, LINE)


def test_an_id_under_the_wrong_paper_is_refused():
    with pytest.raises(ValueError, match="name of a paper"):
        load(LINE.replace("paper.thm1", "other.thm1"))


def test_the_place_of_a_claim_has_one_home():
    bare = '{ id = "paper.thm1" }'
    assert load(bare, items=[("paper.thm1", "Theorem 1")]).claims == load(LINE).claims
    with pytest.raises(ValueError, match="one of statement and catalogue"):
        load(LINE, items=[("paper.thm1", "Theorem 1, (2)")])
    with pytest.raises(ValueError, match="one of statement and catalogue"):
        load(bare)
