"""All benchmarks, one after the other."""

from __future__ import annotations

from benchmarks import commands, samplers, staircase

samplers.main()
print()
staircase.main()
print()
commands.main()
