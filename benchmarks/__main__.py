"""All benchmarks, one after the other."""

from __future__ import annotations

from benchmarks import arguments, commands, discrete, samplers, staircase

arguments.none(__doc__)
samplers.main()
print()
discrete.main()
print()
staircase.main()
print()
commands.main()
