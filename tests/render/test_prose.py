import pytest

from dpproofs.render.prose import stretches


def shown(sentence):
    return "".join(f"[{s.text}]" if s.math else s.text for s in stretches(sentence))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("the best gamma within the family", r"the best [\gamma] within the family"),
        ("for 0 <= alpha < delta", r"for [0 \le \alpha < \delta]"),
        ("S = (x, x+h], with G(x) = P((x, oo))", r"[S = (x, x+h]], with [G(x) = P((x, \infty))]"),
        ("the mass P({t}) is 0", r"the mass [P(\{t\})] is 0"),
        ("x^p and x^(p+1) and e^-3", r"[x^{p}] and [x^{p+1}] and [e^{-3}]"),
        ("a b^floor(|x|/2)", r"a [b^{\operatorname{floor}(|x|/2)}]"),
        ("sqrt(2/pi) = 0.798", r"[\sqrt{2/\pi} = 0.798]"),
        (
            "gamma* < 1/2 and gamma* is b * gamma",
            r"[\gamma^{*} < 1/2] and [\gamma^{*}] is [b \, \gamma]",
        ),
        ("T_m' and 'S' and S's law", "[T_{m}'] and '[S]' and S's law"),
        ("Property 2 with a = h", "Property 2 with [a = h]"),
        ("by Theorem 2 G(x) grows", "by Theorem 2 [G(x)] grows"),
        ("a tail tends to 0", "a tail tends to 0"),
        ("the sums c_(i-j) are", "the sums [c_{i-j}] are"),
        ("Figure 2b, as cactus.fig2b.normal", "Figure 2b, as cactus.fig2b.normal"),
        ("the origin's atom", "the origin's atom"),
        ("he says 'as usual', and I agree", "he says 'as usual', and I agree"),
        ("the l2 cost of (4) is 3", "the l2 cost of (4) is 3"),
        ("x -> oo and y != z", r"[x \to \infty] and [y \ne z]"),
        ("P_alpha, P_MD and V_1", r"[P_{\alpha}], [P_{\mathrm{MD}}] and [V_{1}]"),
        ("k = 3, 5, ... cells", "[k = 3], 5, ... cells"),
        ("twice 2 * x here", r"twice [2 \, x] here"),
        ("(see x) and b)", "(see [x]) and [b])"),
        ("two ends x = and y", "two ends [x] = and [y]"),
        ("x^", "[x]^"),
        ("", ""),
    ],
)
def test_mathematics_is_told_from_words(sentence, expected):
    assert shown(sentence) == expected


def test_nothing_of_a_sentence_without_mathematics_is_lost():
    sentence = "An item: (4), [5], 'six' / seven - and 100 % of it!"
    assert shown(sentence) == sentence
