"""Audit the mechanisms of the papers on testing differential privacy.

    python -m benchmarks.classics

What the auditor says of each, beside what is true: whether the claim holds, and the least epsilon
for which it would where that is known.
"""

from __future__ import annotations

from benchmarks import arguments
from benchmarks.classics import MECHANISMS
from dpproofs.auditing.sampler import audit_sampler

DRAWS = 200_000  # pairs
SECONDS = 60.0


def main() -> None:
    """Print one table: claim, truth, verdict, and what it took."""
    width = max(len(mechanism.name) for mechanism in MECHANISMS)
    print(
        f"{'mechanism':{width}}  {'claimed':>7}  {'least':>7}  {'true':>5}  "
        f"{'verdict':18}  {'e-value':>8}  {'pairs':>9}  {'s':>6}"
    )
    right = 0
    for mechanism in MECHANISMS:
        report = audit_sampler(mechanism.build(), mechanism.claim, max_draws=DRAWS, seconds=SECONDS)
        right += (report.verdict == "violation") != mechanism.satisfied
        least = "?" if mechanism.epsilon is None else f"{mechanism.epsilon:.4g}"
        print(
            f"{mechanism.name:{width}}  {mechanism.claim.epsilon:7.4g}  {least:>7}  "
            f"{'yes' if mechanism.satisfied else 'no':>5}  {report.verdict:18}  "
            f"{report.e_value:8.2g}  {report.pairs:9,}  {report.seconds:6.2f}"
        )
    print(f"{right} of {len(MECHANISMS)} as they should be")


if __name__ == "__main__":
    arguments.none(__doc__)
    main()
