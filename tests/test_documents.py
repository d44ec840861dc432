import subprocess
import sys

import pytest

import dpproofs as dp

CLAIM = "additive.lem2"


@pytest.mark.no_cover
@pytest.mark.parametrize(("form", "option"), [("latex", "latex"), ("snippet", "snippet")])
def test_a_document_is_what_the_command_line_writes(form, option):
    command = [sys.executable, "-m", "dpproofs", "derive", CLAIM, "--format", option]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert dp.derive(CLAIM, format=form) == told


def test_several_claims_are_one_document_in_the_order_of_the_call():
    found = dp.derive("additive.eq4", dp.claim(CLAIM), format="markdown")
    assert 0 < found.index("`additive.eq4`") < found.index(f"`{CLAIM}`")
    assert dp.derive(CLAIM, format="html").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("claims", "options", "named"),
    [((), {"paper": "nobody"}, "paper"), ((CLAIM,), {"paper": "additive"}, "paper"),
     (("no.claim",), {}, "claim"), ((None,), {}, "claim"),
     ((CLAIM,), {"format": "docx"}, "format")],
)  # fmt: skip
def test_bad_input_is_named(claims, options, named):
    with pytest.raises(dp.BadInput, match=f"^{named} = "):
        dp.derive(*claims, **options)
