"""Where a product of powers is least."""

from dpproofs.coq.steps import header
from tests.coq.conftest import attempts, certificate
from tests.coq.test_methods import THIRD, cut, with_error

MORE = "From dpproofs Require Import products.\n"


def test_a_planted_error_is_refused(coq):
    found = certificate("additive.thm3.alpha")
    texts = [attempts(cut(found, "2"), module="Right", shown=("1", "2"))]
    for name in ("1", "2"):
        wrong = with_error(cut(found, name), name, ("proposition", "at"), THIRD)
        texts.append(attempts(wrong, (name,), f"Wrong_{name}", shown=()))
    assert coq("\n\n".join(texts)) == ""


def test_only_products_of_powers_have_these_tactics():
    found = certificate("additive.thm3.alpha")
    assert MORE in header(found)
    power = found["steps"][0]["proposition"]["function"][1]
    one = with_error(found, "1", ("proposition", "function"), power)
    assert header(with_error(one, "2", ("proposition", "function"), power)) == header(
        found
    ).replace(MORE, "")
