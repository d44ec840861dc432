import pytest

from dpproofs.render.filling import filled, prose
from dpproofs.render.unicode import FIRM, line


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\frac{b^{k} \left(1 - b\right)}{2 \Delta w}", "bᵏ(1 − b)/(2Δw)"),
        (r"\frac{1}{f(x)} \frac{a + b}{\log{\left(c \right)}}", "(1/f(x))((a + b)/log(c))"),
        (r"\frac{1}{\Delta \left(2 - c\right)}", "1/(Δ(2 − c))"),
        (r"\frac{1}{2} - x", "½ − x"),
        (r"x \frac{5}{7}", "x(5/7)"),
        (r"e^{- \epsilon} e^{\epsilon} x", "e^(−ε)e^ε x"),
        (r"b^{k} 2", "bᵏ·2"),
        (r"V_1^{up} \le \hat P_{\gamma^*}", "V₁ᵘᵖ ≤ P̂_γ*"),
        (r"\sqrt[3]{\frac{b}{2}} \in (b, 1)", "∛(b/2) ∈ (b, 1)"),
        (r"\sum_{k=0}^{\infty} b^k = \frac 1{1-b}", "∑[k = 0 … ∞] bᵏ = 1/(1 − b)"),
        (r"\int_0^\infty x^2\,dx", "∫[0 … ∞] x² dx"),
        (r"\lim_{x \to 0^{+}} \frac{\sin x}{x}", "lim[x → 0⁺] (sin x/x)"),
        (
            r"\underset{\gamma \in [0, 1]}{\operatorname{arg\,min}} \; f(\gamma)",
            "arg min[γ ∈ [0, 1]] f(γ)",
        ),
        (r"\mathbb{E} \left|X\right|^{2} \ge -1", "E |X|² ≥ −1"),
        (r"\left\{ \begin{aligned} & a, && x < 1 \\ & 0, && x \ge 1 \end{aligned} \right.",
         "{a, x < 1;  0, x ≥ 1}"),
        (r"V=\begin{cases}a,&x<1\\0,&x\ge1\end{cases}", "V = {a, x < 1; 0, x ≥ 1}"),
        (r"\frac{\partial}{\partial t} \left(s + t\right)", "(∂/∂t)(s + t)"),
        (r"\left[\frac{x^{3}}{3}\right]_{y}^{h + y}", "[x³/3]_y^(h + y)"),
        (r"P(X \notin S \cap \{0.25, \ldots\}) \text{ for all $x > 0$}",
         "P(X ∉ S ∩ {0.25, …}) for all x > 0"),
        (r"\tilde f' \ne \overline{F}", "f̃\u2032 ≠ F̄"),
    ],
)  # fmt: skip
def test_a_formula_is_a_line_that_a_person_reads(latex, expected):
    assert line(latex).replace(FIRM, " ") == expected


@pytest.mark.parametrize("latex", [r"\frac{a", r"\left(", r"\text{", r"\begin{aligned}", r"x^"])
def test_latex_that_is_not_whole_is_no_error(latex):
    assert isinstance(line(latex), str)


def test_formulas_in_sentences_are_shown_as_formulas():
    assert prose("delta <= 1/2, since b^3 < e^{-q/b}").replace(FIRM, " ") == (
        "δ ≤ 1/2, since b³ < e^(−q/b)"
    )


def test_lines_are_broken_before_operators_and_never_begin_left_of_the_first():
    text = line(r"\frac{a + b + c + d + e}{f} + \frac{g + h + i + j + k}{l} = m + n + o + p")
    rows = filled(text, 30, first="  ", rest="    ")
    assert len(rows) > 1
    assert max(map(len, rows)) <= 30
    assert rows[0].startswith("  (a + b")
    for row in rows[1:]:
        assert row.startswith("    ")
        assert row.strip()[0] in "+−=/)"


def test_what_has_no_place_to_be_broken_is_broken_at_any_blank():
    rows = filled(FIRM.join("word" * 3 for _ in range(6)), 20)
    assert max(map(len, rows)) <= 20
