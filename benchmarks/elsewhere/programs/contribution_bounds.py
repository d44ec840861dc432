"""PipelineDP's private bound on contributions: a line with a number of users, one with the answer.

2,000 public partitions, to two of which each user contributes; Laplace noise, epsilon 1 for the
bound and for the aggregation. The first line is the version.
"""

import importlib.metadata
import sys

import pipeline_dp

PARTITIONS = 2000


def bound(users: int) -> int:
    """Return the chosen bound, 1 or 2."""
    rows = [(user, (2 * user + k) % PARTITIONS) for user in range(users) for k in (0, 1)]
    accountant = pipeline_dp.NaiveBudgetAccountant(total_epsilon=1, total_delta=1e-6)
    engine = pipeline_dp.DPEngine(accountant, pipeline_dp.LocalBackend())
    parameters = pipeline_dp.CalculatePrivateContributionBoundsParams(
        aggregation_noise_kind=pipeline_dp.NoiseKind.LAPLACE,
        aggregation_eps=1.0,
        aggregation_delta=0.0,
        calculation_eps=1.0,
        max_partitions_contributed_upper_bound=2,
    )
    extractors = pipeline_dp.DataExtractors(
        privacy_id_extractor=lambda row: row[0],
        partition_extractor=lambda row: row[1],
        value_extractor=lambda _: 0,
    )
    [found] = engine.calculate_private_contribution_bounds(
        rows, parameters, extractors, partitions=list(range(PARTITIONS))
    )
    return int(found.max_partitions_contributed)


print(importlib.metadata.version("pipeline-dp"), flush=True)
for line in sys.stdin:
    try:
        print(bound(int(line)), flush=True)
    except ValueError as error:
        print(f"{type(error).__name__}: {error}", flush=True)
