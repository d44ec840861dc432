"""Antiderivatives: polynomials times exponentials by parts, powers, Gaussians, these in an
exponential or a logarithm as the variable, then SymPy.
"""

from __future__ import annotations

import sympy as sp

from dpproofs.tactics.betas import by_beta, coefficients, up_to
from dpproofs.tactics.budget import SECONDS, within
from dpproofs.tactics.infinity import Ends
from dpproofs.tactics.logarithms import in_logarithm
from dpproofs.tactics.orders import Orders, Sign, assumed
from dpproofs.tactics.series import with_exponential
from dpproofs.tactics.terms import ONE, ZERO, Term, by_exponent, is_zero, terms


def antiderivative(
    integrand: sp.Expr, variable: sp.Symbol, *, seconds: float = SECONDS
) -> tuple[sp.Expr, str] | None:
    """An antiderivative and how it was found, or None when none was found in time."""
    known = tabulated(integrand, variable)
    if known is not None:
        return known
    constant, moving = integrand.as_independent(variable, as_Add=False)
    plainer = within(seconds, lambda: _without_fractions(moving))
    if plainer is not None and plainer != moving:
        later = antiderivative(plainer, variable, seconds=seconds)
        return None if later is None else (constant * later[0], f"a shorter form, {later[1]}")
    changed = within(seconds, lambda: _substituted(moving, variable))
    if changed is not None:
        return constant * changed[0], changed[1]
    by_sympy = within(seconds, lambda: sp.integrate(moving, variable))
    if by_sympy is None or by_sympy.has(sp.Integral, sp.Piecewise):
        return None
    return constant * _with_conjugates(_joined_logarithms(by_sympy)), "SymPy's integrate"


def tabulated(integrand: sp.Expr, variable: sp.Symbol) -> tuple[sp.Expr, str] | None:
    """An antiderivative that needs no search, and how it was found."""
    constant, moving = integrand.as_independent(variable, as_Add=False)
    if constant == 0 or moving == 0:
        return ZERO, "nothing to integrate"
    rows = by_exponent(moving, variable)
    if rows is not None and all(sp.Poly(e, variable).degree() <= 1 for e in rows):
        parts = [_by_parts(row, exponent, variable) for exponent, row in rows.items()]
        how = "a power" if all(e == 0 for e in rows) else "integration by parts"
        return constant * sp.Add(*parts), how
    found = [_single(term, variable) for term in terms(moving, variable)]
    if all(part is not None for part in found):
        return constant * sp.Add(*found), "a table of integrals"
    shifted = _polynomial_times_power(moving, variable)
    if shifted is not None:
        return constant * shifted, "a polynomial in the base of a power"
    nested = _of_nested(moving, variable)
    if nested is not None:
        return constant * nested, "an exponential of an exponential"
    logarithmic = _with_logarithm(moving, variable)
    if logarithmic is not None:
        return constant * logarithmic, "powers times a logarithm"
    beta = by_beta(moving, variable)
    if beta is not None:
        return constant * beta, "a Beta integral"
    if rows is not None and all(_bell(e, variable) for e in rows):
        bells = [_shifted_gaussian(row, e, variable) for e, row in rows.items()]
        return constant * sp.Add(*bells), "completing squares"
    return None


def _by_parts(polynomial: sp.Expr, exponent: sp.Expr, variable: sp.Symbol) -> sp.Expr:
    """The integral of a polynomial times exp(a x), again such a product."""
    rate = sp.diff(exponent, variable)
    if rate == 0:
        return sp.integrate(polynomial, variable)
    total, sign, power = ZERO, ONE, rate
    while polynomial != 0:
        total += sign * polynomial / power
        polynomial, sign, power = sp.diff(polynomial, variable), -sign, power * rate
    return sp.exp(exponent) * total


def _single(term: Term, variable: sp.Symbol) -> sp.Expr | None:
    """The integral of one term: a power, with the exponential of another or without."""
    found = _power(term.other, variable)
    if found is None:
        return None
    base, power = found
    slope = sp.diff(base, variable)
    if term.exponent == 0:
        whole = sp.log(base) if power == -1 else base ** (power + 1) / (power + 1)
        return term.coefficient * whole / slope
    if base != variable:
        return None
    rate, moving = (-term.exponent).as_independent(variable, as_Add=False)
    below, degree = moving.as_base_exp()
    if below != variable or degree.has(variable):
        return None
    if degree == 2 and power.is_Integer and power >= 0:
        return term.coefficient * _gaussian(int(power), rate, variable)
    share = sp.together((power + 1) / degree)
    part = sp.lowergamma(share, rate * moving) / (degree * rate**share)
    return term.coefficient * part


def _polynomial_times_power(moving: sp.Expr, variable: sp.Symbol) -> sp.Expr | None:
    """The integral of a polynomial times a power of a linear function that is no integer power."""
    factors = sp.Mul.make_args(moving)
    powers = [f for f in factors if f.is_Pow and not f.exp.is_Integer]
    if len(powers) != 1:
        return None
    base, exponent = powers[0].base, powers[0].exp
    polynomial = sp.Mul(*(f for f in factors if f != powers[0]))
    slope = sp.diff(base, variable)
    if exponent.has(variable) or slope.has(variable) or not polynomial.is_polynomial(variable):
        return None
    inside = sp.Dummy()
    rows = sp.Poly(polynomial.subs(variable, (inside - base.subs(variable, 0)) / slope), inside)
    return sp.Add(*(
        c * base ** (exponent + n + 1) / (slope * (exponent + n + 1)) for (n,), c in rows.terms()
    ))  # fmt: skip


def _of_nested(moving: sp.Expr, variable: sp.Symbol) -> sp.Expr | None:
    """The integral of a multiple of h' exp(h), where h is a multiple of an exponential."""
    for exponential in moving.atoms(sp.exp):
        for part in sp.Add.make_args(sp.expand(exponential.exp)):
            if part.has(sp.exp) and part.has(variable):
                rest = moving / exponential * sp.exp(sp.expand(exponential.exp) - part)
                ratio = sp.powsimp(rest / sp.diff(part, variable))
                if not ratio.has(variable):
                    return ratio * sp.exp(part)
    return None


def _with_logarithm(moving: sp.Expr, variable: sp.Symbol) -> sp.Expr | None:
    """The integral of powers of a linear function, times its logarithm or alone."""
    logs = sorted((log for log in moving.atoms(sp.log) if log.has(variable)), key=str)
    if len(logs) > 1:
        return _with_logarithms(moving, logs, variable)
    if not logs or sp.diff(logs[0].args[0], variable).has(variable):
        return None
    base, log = logs[0].args[0], sp.Dummy("log")
    slope, total = sp.diff(base, variable), ZERO
    plain = moving.xreplace({logs[0]: log})
    if not plain.is_polynomial(log):
        return None
    inside = variable
    if base != variable and plain.is_polynomial(variable, log):  # then in powers of the base
        inside = sp.Dummy("base")
        place = (inside - base.subs(variable, 0)) / slope
        plain = sp.expand(plain.subs(variable, place))
    for n, _, coefficient in coefficients(plain, log, sp.Dummy()):
        for part in sp.Add.make_args(coefficient) if coefficient != 0 else ():
            constant, other = part.as_independent(inside, as_Add=False)
            found = _power(other, inside)
            if found is None or found[0] not in (base, inside) or n > 1:
                return None
            if inside == variable and found[0] != base and found[1] != 0:
                return None
            above = found[1] + 1
            if above == 0:
                total += constant * logs[0] ** (n + 1) / ((n + 1) * slope)
                continue
            less = n / above
            total += constant * base**above / (above * slope) * (logs[0] ** n - less)
    return total


def _with_logarithms(
    moving: sp.Expr, logs: list[sp.Expr], variable: sp.Symbol
) -> sp.Expr | None:  # fmt: skip
    """The integral of a sum of which each term has one logarithm at most, or none."""
    names = {log: sp.Dummy(f"log{n}") for n, log in enumerate(logs)}
    plain = sp.expand(moving.xreplace(names))
    rows = [plain.subs(dict.fromkeys(names.values(), 0))]
    rows += [plain.coeff(name) * log for log, name in names.items()]
    if not is_zero(sp.Add(*rows) - moving):
        return None
    found = [tabulated(row, variable) for row in rows if row != 0]
    return None if None in found else sp.Add(*(part[0] for part in found if part is not None))


def _power(other: sp.Expr, variable: sp.Symbol) -> tuple[sp.Expr, sp.Expr] | None:
    """Base and exponent of a power of a linear function, with factors of one base collected."""
    if other == 1:
        return variable, ZERO
    base, exponent = None, ZERO
    for factor in sp.Mul.make_args(other):
        below, above = factor.as_base_exp()
        if above.has(variable) or (base is not None and below != base):
            return None
        base, exponent = below, exponent + above
    linear = base is not None and base.is_polynomial(variable) and sp.degree(base, variable) == 1
    return (base, exponent) if linear else None


def _gaussian(power: int, rate: sp.Expr, variable: sp.Symbol) -> sp.Expr:
    """The integral of x**power exp(-rate x**2)."""
    bell = sp.exp(-rate * variable**2)
    if power == 0:
        return sp.sqrt(sp.pi / rate) / 2 * sp.erf(sp.sqrt(rate) * variable)
    if power == 1:
        return -bell / (2 * rate)
    rest = sp.Rational(power - 1) / (2 * rate) * _gaussian(power - 2, rate, variable)
    return rest - variable ** (power - 1) * bell / (2 * rate)


def _bell(exponent: sp.Expr, variable: sp.Symbol) -> bool:
    """Whether exp(exponent) is a Gaussian, or has no square and stands alone."""
    polynomial = sp.Poly(exponent, variable)
    return polynomial.degree() < 2 or (
        polynomial.degree() == 2 and bool((-polynomial.LC()).is_positive)
    )


def _shifted_gaussian(polynomial: sp.Expr, exponent: sp.Expr, variable: sp.Symbol) -> sp.Expr:
    """The integral of a polynomial times exp(-a x**2 + b x + c), with a > 0, or with a = 0."""
    row = sp.Poly(exponent, variable)
    if row.degree() < 2:
        return _by_parts(polynomial, exponent, variable)
    a, b, c = -row.LC(), row.coeff_monomial(variable), row.coeff_monomial(1)
    bell, root = sp.exp(exponent), sp.sqrt(a)
    whole = sp.sqrt(sp.pi) / (2 * root) * sp.exp(sp.expand(c + b**2 / (4 * a)))
    found = [whole * sp.erf(sp.expand(root * variable - b / (2 * root)))]
    coefficients = sp.Poly(polynomial, variable).all_coeffs()[::-1]
    for n in range(1, len(coefficients)):  # by parts
        before = (n - 1) * found[n - 2] if n > 1 else ZERO
        found.append((b * found[n - 1] + before - variable ** (n - 1) * bell) / (2 * a))
    return sp.Add(*(value * part for value, part in zip(coefficients, found, strict=True)))


def _without_fractions(moving: sp.Expr) -> sp.Expr:
    """The same, when it is no fraction once exponentials of sums are products."""
    if not any(power.exp.is_negative and power.base.has(sp.exp) for power in moving.atoms(sp.Pow)):
        return moving
    plain = sp.powsimp(sp.cancel(sp.expand(moving, power_exp=True, mul=False)))
    below = sp.Mul.make_args(sp.denom(sp.together(plain)))
    return moving if any(factor.as_base_exp()[0].is_Add for factor in below) else plain


def _substituted(moving: sp.Expr, variable: sp.Symbol) -> tuple[sp.Expr, str] | None:
    """An antiderivative in another variable: of a fraction in an exponential, or in a logarithm."""
    new = sp.Dummy("u", positive=True)
    read = with_exponential(moving, variable, new)
    if read is not None and read[1].is_polynomial(variable):
        rate, fraction = read
        parts = [
            _by_parts_in(new, rate, part, variable, n)
            for (n,), part in sp.Poly(fraction, variable).terms()
        ]
        place = sp.exp(-rate * variable)
        if None in parts:
            return None
        return sp.Add(*parts).xreplace({new: place}), f"a fraction in {place}"
    moved = in_logarithm(moving, variable)
    if moved is None:
        return None
    inside, y = moved
    known = tabulated(sp.powsimp(inside * sp.exp(y)), y)
    if known is None:
        return None
    return known[0].xreplace({y: sp.log(variable)}), f"in log({variable}), {known[1]}"


def _by_parts_in(
    new: sp.Symbol, rate: sp.Expr, fraction: sp.Expr, variable: sp.Symbol, n: int
) -> sp.Expr | None:
    """The integral of ``variable**n`` times a fraction in ``new``, exp(-rate variable)."""
    inner = sp.integrate(sp.cancel(fraction / new), new)
    if inner.has(sp.Integral, sp.RootSum, sp.Piecewise):
        return None
    if inner.is_rational_function(new) and inner.subs(new, 0).is_finite:
        inner = sp.factor(inner - inner.subs(new, 0))  # so that nothing cancels far out
    inner = -inner / rate
    if n == 0:
        return inner
    if not inner.is_rational_function(new):
        return None
    rest = _by_parts_in(new, rate, inner, variable, n - 1)
    return None if rest is None else variable**n * inner - n * rest


def _with_conjugates(function: sp.Expr) -> sp.Expr:
    """The same with a - b as (a**2 - b**2)/(a + b) in logarithms, where b has the root of a number:
    that a - b is positive depends on the value of the root, that the others are is seen.
    """

    def factor(inside: sp.Expr) -> sp.Expr:
        rows = sp.Add.make_args(sp.expand(inside))
        less = [term for term in rows if term.could_extract_minus_sign()]
        rooted = any(power.is_number for term in less for power in term.atoms(sp.Pow))
        if not rooted or len(less) == len(rows):
            return inside
        conjugate = sp.Add(*rows) - 2 * sp.Add(*less)
        return sp.expand(inside * conjugate) / conjugate

    def argument(inside: sp.Expr) -> sp.Expr:
        above, below = inside.as_numer_denom()
        return factor(above) / factor(below)

    return function.replace(sp.log, lambda inside: sp.log(argument(inside)))


def _joined_logarithms(function: sp.Expr) -> sp.Expr:
    """The same with two logarithms that are multiplied by opposite numbers as one of a fraction, so
    that they do not grow one against the other.
    """
    rows: dict[sp.Expr, sp.Expr] = {}
    rest = list[sp.Expr]()
    for part in sp.Add.make_args(sp.expand(function, power_exp=False, log=False)):
        factor, moving = part.as_independent(sp.log, as_Add=False)
        if not isinstance(moving, sp.log):
            rest.append(part)
        elif -factor in rows:
            rest.append(-factor * sp.log(rows.pop(-factor) / moving.args[0]))
        else:
            rows[factor] = moving.args[0] * rows.get(factor, ONE)
    return sp.Add(*rest, *(factor * sp.log(inside) for factor, inside in rows.items()))


def at_end(
    function: sp.Expr, variable: sp.Symbol, end: sp.Expr, sign: Sign = assumed
) -> sp.Expr | None:
    """The value that an antiderivative tends to at an end of an interval; None where it is not
    seen to be finite. The ``sign`` is that of what is free of the variable.
    """
    hollow = end == 0 and any(
        e == sp.log(variable) or (e.is_Pow and e.base == variable and e.exp.is_negative)
        for e in sp.preorder_traversal(function)
    )
    inner = (log.args[0] for log in function.atoms(sp.log) if log.has(variable))
    ends = end != 0 and any(is_zero(part.xreplace({variable: end})) for part in inner)
    if ends and not end.is_infinite:
        function, end = function.xreplace({variable: end - 1 / variable}), sp.oo
    if not end.is_infinite and not hollow:
        return function.xreplace({variable: end}).replace(
            sp.betainc, lambda first, second, _, upper: up_to(first, second, upper)
        )
    moved = in_logarithm(function, variable)
    if moved is not None and not moved[0].has(sp.exp(moved[1])):
        function, variable = moved
        end = -sp.oo if end == 0 else end
    elif end == 0:
        function, end = function.xreplace({variable: 1 / variable}), sp.oo
    ahead = sp.Dummy(positive=True)
    moved = function.xreplace({variable: ahead if end is sp.oo else -ahead})
    return Ends(Orders(ahead, sign)).tends(moved)
