"""The exit codes, which scripts rely on."""

WELL = 0
REFUTED = 1  # or violated, rejected, stale
BAD_INPUT = 2
OPEN = 3  # undecided
INTERNAL = 70  # an error of our own
INTERRUPTED = 130  # what shells report for SIGINT
NOBODY_READS = 141  # what shells report for SIGPIPE
