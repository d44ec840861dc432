"""All benchmarks, one after the other."""

from __future__ import annotations

from benchmarks import commands, discrete, samplers, staircase

samplers.main()
print()
discrete.main()
print()
staircase.main()
print()
commands.main()
