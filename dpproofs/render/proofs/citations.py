"""Citations: references that stand side by side are in order, and runs of them are ranges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dpproofs.render.proofs.form import Reference, Words
from dpproofs.render.prose import Stretch

BETWEEN = (Stretch(", "), Stretch(" and "))
TO = Stretch("–")  # en dash
SHORTEST = 3  # references that are a range


def ranged(words: Words, numbers: Mapping[str, int]) -> Words:
    """The same words with ranges of references.

    Parameters
    ----------
    words
        Of a sentence.
    numbers
        The numbers of what is referred to, by its key.
    """
    found: list[Stretch | Reference] = []
    place = 0
    while place < len(words):
        end = _listed(words, place)
        found += (
            _in_order(words[place:end], numbers) if end > place + 1 else words[place : place + 1]
        )
        place = max(end, place + 1)
    return tuple(found)


def _listed(words: Words, start: int) -> int:
    """Where a list of references ends that begins at a place; the place where there is none."""
    end = start
    while end < len(words) and isinstance(words[end], Reference):
        if words[end + 1 : end + 2] and words[end + 1] in BETWEEN and _is_reference(words, end + 2):
            end += 2
        else:
            return end + 1
    return end


def _is_reference(words: Words, place: int) -> bool:
    return place < len(words) and isinstance(words[place], Reference)


def _in_order(listed: Words, numbers: Mapping[str, int]) -> list[Stretch | Reference]:
    """References in the order of their numbers, with the words between them."""
    keys = {word.key: numbers[word.key] for word in listed if isinstance(word, Reference)}
    runs: list[list[str]] = []
    for key in sorted(keys, key=keys.__getitem__):
        if runs and keys[key] == keys[runs[-1][-1]] + 1:
            runs[-1].append(key)
        else:
            runs.append([key])
    parts = [part for run in runs for part in _told(run)]
    last = BETWEEN[1] if BETWEEN[1] in listed else BETWEEN[0]
    found: list[Stretch | Reference] = list(parts[0])
    for place, part in enumerate(parts[1:], start=2):
        found += [last if place == len(parts) else BETWEEN[0], *part]
    return found


def _told(run: Sequence[str]) -> list[Words]:
    if len(run) < SHORTEST:
        return [(Reference(key),) for key in run]
    return [(Reference(run[0]), TO, Reference(run[-1]))]
