import pytest

import dpproofs as dp


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("constraint", r"\forall\,|d|\le\Delta,\ \text{measurable set }S\subset\mathbb R"),
        ("bounds", r"-\frac{b^2(1-b^{n-2})}{1-b}-(n-1)^2b^n\Bigr]"),
        ("bounds", r"a:=\frac{\delta+\frac{e^\epsilon-1}2}{e^\epsilon}"),
        ("tight", r"\ge(1-\delta)(1-2\delta)=1-3\delta+2\delta^2"),
        ("fig1", r"\text{ is exactly }e^\epsilon"),
        ("regimes", r"mechanism in all privacy regimes"),
    ],
)
def test_the_sentences_of_the_poster_stand_as_it_has_them(name, printed):
    assert printed in dp.claim(f"poster.{name}").statement.printed_latex
