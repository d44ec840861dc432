"""Print the lowest versions that pyproject.toml admits, as constraints for pip.

Usage: python tools/lowest.py > constraints.txt
"""

import re
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
BOUND = re.compile(r"([A-Za-z0-9_.-]+)>=([0-9.]+)")


def lowest(project: dict) -> list[str]:
    """The lowest version of each package that is needed, or that an extra names."""
    extras = project.get("optional-dependencies", {}).values()
    rows = [*project["dependencies"], *(row for extra in extras for row in extra)]
    bounds = [found for row in rows if (found := BOUND.match(row))]
    versions = {found[1].lower(): found[2] for found in reversed(bounds)}
    return [f"{name}=={version}" for name, version in sorted(versions.items())]


if __name__ == "__main__":
    print("\n".join(lowest(tomllib.loads(PYPROJECT.read_text("utf-8"))["project"])))
