"""What audits found, on record: one tree of frozen dataclasses, whose fields are the keys of JSON.

The command prints it, the pages show it, the report of the field is made of it. Values at its
leaves are plain: texts, numbers, None, lists of these.
"""

from dpproofs.auditing.record.codec import Recorded, from_json, to_json
from dpproofs.auditing.record.field import (
    AuditsRecord,
    CalibrationRecord,
    EntryRecord,
    FieldRecord,
    LinkRecord,
    PlaceRecord,
    SkippedRecord,
)
from dpproofs.auditing.record.finding import (
    BreakdownRecord,
    FindingRecord,
    Seen,
    Subject,
    UpstreamRecord,
)
from dpproofs.auditing.record.moments import MomentRecord
from dpproofs.auditing.record.numbers import (
    BinadeRecord,
    CountsRecord,
    EventRecord,
    FailureRecord,
    NumbersRecord,
    NumbersWitnessRecord,
    TriedRecord,
)
from dpproofs.auditing.record.parameters import (
    ClaimsRecord,
    ComputedRecord,
    CostRecord,
    ParametersRecord,
    PointRecord,
    UsualRecord,
)
from dpproofs.auditing.record.sampler import (
    DivergenceRecord,
    EvidenceRecord,
    HistogramRecord,
    PicturesRecord,
    PowerRecord,
    SamplerRecord,
    SetRecord,
    ViewRecord,
    WitnessRecord,
)
from dpproofs.auditing.record.threshold import SecondWay, ThresholdRecord, ThresholdWitnessRecord
from dpproofs.auditing.record.whole import AuditRecord, SourceRecord

__all__ = [
    "AuditRecord",
    "AuditsRecord",
    "BinadeRecord",
    "BreakdownRecord",
    "CalibrationRecord",
    "ClaimsRecord",
    "ComputedRecord",
    "CostRecord",
    "CountsRecord",
    "DivergenceRecord",
    "EntryRecord",
    "EventRecord",
    "EvidenceRecord",
    "FailureRecord",
    "FieldRecord",
    "FindingRecord",
    "HistogramRecord",
    "LinkRecord",
    "MomentRecord",
    "NumbersRecord",
    "NumbersWitnessRecord",
    "ParametersRecord",
    "PicturesRecord",
    "PlaceRecord",
    "PointRecord",
    "PowerRecord",
    "Recorded",
    "SamplerRecord",
    "SecondWay",
    "Seen",
    "SetRecord",
    "SkippedRecord",
    "SourceRecord",
    "Subject",
    "ThresholdRecord",
    "ThresholdWitnessRecord",
    "TriedRecord",
    "UpstreamRecord",
    "UsualRecord",
    "ViewRecord",
    "WitnessRecord",
    "from_json",
    "to_json",
]
