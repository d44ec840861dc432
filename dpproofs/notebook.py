"""What a notebook shows of a result: words, and a table, as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Template

SHOWN = """\
<div>{{ words }}
{%- if rows %}<table>
{%- if heads %}<thead><tr>
{%- for head in heads %}<th scope="col">{{ head }}</th>{% endfor -%}
</tr></thead>{% endif -%}
<tbody>
{%- for row in rows %}<tr>
{%- for cell in row -%}
{%- if loop.first and not heads %}<th scope="row">{{ cell }}</th>
{%- else %}<td>{{ cell }}</td>
{%- endif -%}
{%- endfor -%}
</tr>{% endfor -%}
</tbody></table>{% endif -%}
</div>"""


def shown(
    words: object = "", heads: Sequence[str] = (), rows: Iterable[Sequence[object]] = ()
) -> str:
    """Words above a table.

    Parameters
    ----------
    words
        What is said first.
    heads
        Names of the columns; without any, the first cell of a row is its name.
    rows
        The cells, a row each. Whatever is no HTML already (``__html__``) is escaped, here as in the
        words.
    """
    return _template().render(words=words, heads=heads, rows=list(rows))


@cache
def _template() -> Template:
    from jinja2 import Environment, StrictUndefined

    return Environment(autoescape=True, undefined=StrictUndefined).from_string(SHOWN)
