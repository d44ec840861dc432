"""The state of an audit in a file, so that it can go on where it was interrupted.

The file is a NumPy archive without pickled objects: arrays, and one JSON text that says what they
are. Reading a file from a stranger runs none of its contents.
"""

from __future__ import annotations

import io
import json
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpproofs._version import __version__
from dpproofs.auditing.claim import PrivacyClaim
from dpproofs.auditing.forms import Form
from dpproofs.auditing.labels import labels, learn
from dpproofs.auditing.record import to_json
from dpproofs.auditing.sampler import sets
from dpproofs.auditing.sampler.added import AddedNoise
from dpproofs.auditing.sampler.atoms import Atoms
from dpproofs.auditing.sampler.audit import Audit
from dpproofs.auditing.sampler.bets import priors
from dpproofs.auditing.sampler.confirmation import plain
from dpproofs.auditing.sampler.direct import Direct
from dpproofs.auditing.sampler.divergences import Divergences
from dpproofs.auditing.sampler.grids import EdgeGrid, EvenGrid, Grid, LabelGrid, LogGrid, PointGrid
from dpproofs.auditing.sampler.inputs import domain_of
from dpproofs.auditing.sampler.process import EProcess
from dpproofs.auditing.sampler.strand import Strand
from dpproofs.auditing.sampler.track import Track, led
from dpproofs.auditing.sampler.views import (
    Coordinate,
    Duplicates,
    Equal,
    Fraction,
    NegativeZeros,
    Octave,
    Outcome,
    Output,
    Reduction,
    Residue,
    Score,
    Trait,
    View,
)
from dpproofs.auditing.target import Pair, Target
from dpproofs.auditing.targets.repeats import Repeats, Runs
from dpproofs.kernel.drafts import write_whole
from dpproofs.kernel.errors import BadInput

FORMAT = 13
TRACK = ("here", "there", "outcomes", "log_lead")  # what is saved of each track
ATOMS = ("recent", "values", "here", "there")  # ... and of the values that come again
VIEWS = sets.VIEWS | {
    kind.__name__: kind
    for kind in (
        Outcome,
        Output,
        Fraction,
        Residue,
        Coordinate,
        Reduction,
        Score,
        Trait,
        Equal,
        Duplicates,
        NegativeZeros,
        Octave,
    )
}
GRIDS = {kind.__name__: kind for kind in (LogGrid, EdgeGrid, EvenGrid, PointGrid, LabelGrid)}

Arrays = dict[str, NDArray[Any]]


def save(audit: Audit, path: Path) -> None:
    """Write an audit to a file, all of it or nothing."""
    arrays: Arrays = {}
    strands = []
    for i, strand in enumerate(audit.process.strands):
        if strand.sample is not None:
            arrays[f"{i}.here"], arrays[f"{i}.there"] = strand.sample
            arrays |= {f"{i}.atoms.{name}": getattr(strand.atoms, name) for name in ATOMS}
        for j, track in enumerate(strand.tracks):
            paid = replace(track, log_lead=led([track], audit.process.table)[0])
            arrays |= {f"{i}.{j}.{name}": getattr(paid, name) for name in TRACK}
        if strand.noise is not None:
            arrays[f"{i}.noise"] = np.stack(strand.noise)
        if strand.before is not None:
            arrays[f"{i}.before"] = strand.before
        if strand.direct is not None:
            arrays[f"{i}.direct"] = strand.direct.log_wealth
        if strand.divergences is not None:
            arrays[f"{i}.divergences"] = strand.divergences.log_wealth
        strands.append(
            {
                "input": plain(strand.pair.input),
                "neighbour": plain(strand.pair.neighbour),
                "share": strand.share,
                "pairs": strand.pairs,
                "fitted": strand.fitted,
                "closed": strand.closed,
                "adopted": strand.adopted,
                "mixed": strand.mixed,
                "since": strand.since,
                "form": None if strand.form is None else asdict(strand.form),
                "tracks": [{"grid": _tagged(t.grid), "share": t.share} for t in strand.tracks],
            }
        )
    added = audit.process.added
    if added is not None:
        arrays |= {"added.log_wealth": added.log_wealth, "added.noise": added.noise}
    header = {
        "format": FORMAT,
        "dpproofs": __version__,
        "target": asdict(audit.target.about),
        "claim": to_json(audit.claim),
        "seed": audit.seed,
        "tasks": audit.tasks,
        "repeats": [
            [value, [runs.window, runs.every, sorted(runs.starts), sorted(runs.seen)]]
            for value, runs in audit.repeats.known
        ],
        "chosen": audit.chosen,
        "where": {"ours": audit.ours, "domain": audit.domain, "special": audit.special},
        "history": audit.process.history,
        "labels": labels(),
        "part": audit.process.part,
        "search": [audit.process.spare, audit.process.scanned],
        "strands": strands,
        "added": None if added is None else {"whole": added.whole},
        "favourite": [audit.process.favourite, audit.process.looked],
    }
    buffer = io.BytesIO()
    arrays["header"] = np.array(json.dumps(header))
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    write_whole(path, buffer.getvalue())


def load(path: Path, target: Target, claim: PrivacyClaim) -> Audit:
    """An audit as it was saved, with its target, which goes on drawing where it stopped.

    Raises
    ------
    BadInput
        When the file is no saved audit, or one of another target or claim.
    OSError
        When it cannot be read.
    """
    saved = io.BytesIO(path.read_bytes())
    try:
        with np.load(saved, allow_pickle=False) as archive:
            header = json.loads(str(archive["header"]))
            arrays = {name: archive[name] for name in archive.files}
        audit = _restored(header, arrays, target, claim)
    except BadInput:
        raise
    except Exception as error:  # damage shows in many ways
        raise BadInput("--resume", str(path), "a file that an audit has saved") from error
    return audit


def _restored(header: Any, arrays: Arrays, target: Target, claim: PrivacyClaim) -> Audit:
    if header["format"] != FORMAT:
        raise BadInput("--resume", header["format"], f"a file of format {FORMAT}")
    for name, ours in (("target", asdict(target.about)), ("claim", to_json(claim))):
        _refuse_other(name, header[name], ours)
    learn({int(code): str(label) for code, label in header["labels"].items()})
    entries = header["strands"]
    if not entries or any(int(entry["pairs"]) < 0 for entry in entries):
        raise ValueError("no pairs of inputs, or a negative number of draws")
    pairs = [Pair(_input(entry["input"]), _input(entry["neighbour"])) for entry in entries]
    shares = [float(entry["share"]) for entry in entries]
    bet, kept = map(float, header["part"])
    spare, scanned = header["search"]
    process = EProcess(claim, pairs, shares, target.landmarks(), (bet, kept), float(spare))
    process.scanned = int(scanned)
    process.history = [(int(pairs), float(log_e)) for pairs, log_e in header["history"]]
    for i, (strand, entry) in enumerate(zip(process.strands, entries, strict=True)):
        _restore_strand(process, strand, entry, i, arrays)
    if header["added"] is not None:
        process.added = _added(process, arrays, whole=bool(header["added"]["whole"]))
        if header["favourite"][0] is not None:
            process.favourite = range(len(entries))[int(header["favourite"][0])]
        process.looked = int(header["favourite"][1])
    repeats = Repeats((str(value), _runs(*saved)) for value, saved in header["repeats"])
    inputs, shifts = ((*map(str, texts),) for texts in header["chosen"])
    seed, tasks = int(header["seed"]), int(header["tasks"])
    where = header["where"]
    return Audit(
        target,
        claim,
        seed,
        process,
        tasks,
        repeats,
        (inputs, shifts),
        ours=bool(where["ours"]),
        domain=domain_of(where["domain"]),
        special=bool(where["special"]),
    )


def _restore_strand(process: EProcess, strand: Strand, entry: Any, i: int, arrays: Arrays) -> None:
    """Give a strand what was saved of it, as number i."""
    claims = len(process.ladder.epsilon)
    strand.pairs, strand.fitted = int(entry["pairs"]), int(entry["fitted"])
    strand.adopted = int(entry["adopted"])
    strand.closed, strand.mixed = bool(entry["closed"]), bool(entry["mixed"])
    strand.since = int(entry["since"])
    if f"{i}.before" in arrays:
        strand.before = _like(arrays[f"{i}.before"], process.ladder.epsilon)
    if entry["form"] is not None:
        saved_form = dict(entry["form"])
        strand.form = Form(**saved_form | {"keys": (*map(str, saved_form["keys"]),)})
    if f"{i}.here" in arrays:
        strand.sample = arrays[f"{i}.here"], arrays[f"{i}.there"]
        strand.atoms = Atoms(*(arrays[f"{i}.atoms.{name}"] for name in ATOMS))
    strand.tracks = [
        _track(saved, claims, *(arrays[f"{i}.{j}.{name}"] for name in TRACK))
        for j, saved in enumerate(entry["tracks"])
    ]
    if f"{i}.noise" in arrays:
        here, there = arrays[f"{i}.noise"]
        strand.noise = here, there
    if f"{i}.direct" in arrays:
        strand.direct = Direct(process.ladder)
        strand.direct.log_wealth = _like(arrays[f"{i}.direct"], strand.direct.log_wealth)
    if f"{i}.divergences" in arrays:
        strand.divergences = Divergences(process.divergences)
        strand.divergences.log_wealth = _like(
            arrays[f"{i}.divergences"], strand.divergences.log_wealth
        )
    process.weigh(strand)


def _runs(window: int, every: int, starts: list[int], seen: list[int]) -> Runs:
    return Runs(int(window), int(every), set(map(int, starts)), set(map(int, seen)))


def _refuse_other(what: str, saved: dict[str, Any], ours: dict[str, Any]) -> None:
    """Raises BadInput when a saved audit is about something else: evidence is of one sampler."""
    differing = [key for key in ours if saved[key] != ours[key]]
    if differing:
        theirs, wanted = (
            ", ".join(f"{key} {side[key]!r}" for key in differing) for side in (saved, ours)
        )
        raise BadInput("--resume", f"an audit of a {what} with {theirs}", f"one with {wanted}")


def _track(entry: Any, claims: int, *arrays: NDArray[Any]) -> Track:
    grid = _untagged(entry["grid"], GRIDS)
    bets = priors(grid.ordered, grid.rare).shape[-1]
    shapes = [(grid.size,), (grid.size,), (bets, 16), (claims,)]
    if [array.shape for array in arrays] != shapes or any(a.dtype.kind not in "if" for a in arrays):
        raise ValueError("counts of another grid")
    here, there, outcomes, log_lead = arrays
    return Track(grid, float(entry["share"]), here, there, outcomes, log_lead)


def _like(wealth: NDArray[Any], ours: NDArray[Any]) -> NDArray[Any]:
    if wealth.shape != ours.shape or wealth.dtype.kind != "f":
        raise ValueError("wealth at other claims")
    return wealth


def _added(process: EProcess, arrays: Arrays, *, whole: bool) -> AddedNoise:
    added = AddedNoise(process.claim, process.ladder, whole=whole)
    for name in ("log_wealth", "noise"):
        array = arrays[f"added.{name}"]
        if array.shape != getattr(added, name).shape or array.dtype.kind not in "if":
            raise ValueError("bets on noise of another range")
        setattr(added, name, array)
    return added


def _tagged(value: Any) -> Any:
    """A grid or a view as plain data."""
    if isinstance(value, Grid | View):
        parts = {part.name: _tagged(getattr(value, part.name)) for part in fields(value)}  # type: ignore[arg-type]
        return {"is": type(value).__name__, **parts}
    return list(value) if isinstance(value, tuple) else value


def _untagged(saved: Any, kinds: dict[str, Any]) -> Any:
    parts = dict(saved)
    kind = kinds[parts.pop("is")]
    for name, value in parts.items():
        if isinstance(value, dict):
            parts[name] = _untagged(value, VIEWS)
        elif isinstance(value, list):
            parts[name] = tuple(value)
    return kind(**parts)


def _input(saved: Any) -> Any:
    """An input from JSON: vectors come back as tuples."""
    return tuple(_input(entry) for entry in saved) if isinstance(saved, list) else saved
