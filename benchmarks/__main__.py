"""All benchmarks, one after the other."""

from __future__ import annotations

from benchmarks import commands, samplers

samplers.main()
print()
commands.main()
