"""Draw the end of a run of `dpproofs verify` as docs/assets/verify.svg.

Usage: python tools/picture.py [--lines N] [--jobs N] [CLAIM...]
"""

import argparse
import io
import re
import sys
from pathlib import Path

from rich.console import Console
from rich.segment import Segment, Segments
from rich.text import Text

from dpproofs.commands.checking import check_all
from dpproofs.commands.options import chosen
from dpproofs.commands.verify import report

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "assets" / "verify.svg"
WIDTH = 100


def draw(lines: list[Segments], room: int, command: str) -> str:
    """What a terminal shows after a command, as a vector graphic that loads no fonts.

    When there is not room for all lines, the heading and the end are shown.
    """
    left_out = max(0, len(lines) - room)
    console = Console(
        record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor"
    )
    console.print(Text.assemble(("$ ", "green"), (command, "bold")))
    console.print(lines[0], end="")
    if left_out:
        console.print(Text(f"({left_out} more lines)", style="dim"))
    for line in lines[1 + left_out :]:
        console.print(line, end="")
    svg = console.export_svg(title="dpproofs", unique_id="verify")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return re.sub(r"[ \t]+$", "", svg, flags=re.MULTILINE)


def terminal_lines(verdicts) -> list[Segments]:
    """What `dpproofs verify` prints about some verdicts, line by line."""
    console = Console(width=WIDTH, file=io.StringIO(), force_terminal=True)
    return [
        Segments([*line, Segment.line()])
        for part in report(verdicts, WIDTH)
        for line in console.render_lines(part, pad=False)
    ]


def main() -> int:
    """Check the claims and draw what is printed about them."""
    parser = argparse.ArgumentParser(description="Draw the output of `dpproofs verify`.")
    parser.add_argument("claims", nargs="*", metavar="CLAIM")
    parser.add_argument("--lines", type=int, default=40, help="how many lines to show at most")
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    outcome = check_all(chosen(options.claims), jobs=options.jobs)
    if outcome.left:
        return 130
    lines = terminal_lines(outcome.verdicts)
    command = " ".join(["dpproofs verify", *options.claims])
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(draw(lines, options.lines, command), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
