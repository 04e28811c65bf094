"""The answers and options of the endpoints that the client has methods for, as the OpenAPI description has them.

Dates are text (YYYY-MM-DD), instants too (UTC). Figures are Decimal with the digits of the answer.
"""

from decimal import Decimal
from typing import Literal, NotRequired, TypedDict

Method = Literal['published', 'inverse', 'cross', 'restated']
Grouping = Literal['week', 'month', 'quarter', 'year']
Statistic = Literal['average', 'end', 'start', 'min', 'max']
Dated = Literal['made', 'effective', 'period']


class Endpoints(TypedDict):
    latest: str
    by_date: str
    history: str


class Source(TypedDict):
    code: str
    name: str
    country: str
    home_ccy: str
    kind: str
    rate_types: list[str]
    latest_date: str | None
    days_of_history: int
    source_url: str
    dated: Dated
    publishes: str | None
    notes: str | None
    terms: str | None
    verified: Literal['recording', 'documentation', 'description'] | None
    endpoints: Endpoints


class Validity(TypedDict):
    valid_from: NotRequired[str | None]
    valid_to: NotRequired[str | None]


class Printed(TypedDict):
    """The figure as printed, where it is printed for a unit other than one."""

    value: Decimal
    unit: int | Literal['gram']


class TableRate(Validity):
    base: str
    quote: str
    type: str
    value: Decimal
    printed: NotRequired[Printed]
    note: NotRequired[str]


class Pair(Validity):
    bank: str
    rate_date: str
    source: str
    target: str
    rate: Decimal
    rate_type: str
    derived: bool
    printed: NotRequired[Printed]
    note: NotRequired[str]


class CurrencyNote(TypedDict):
    currency: str
    kind: Literal['peg', 'regime', 'redenomination', 'unit', 'doubt', 'waiting', 'unread']
    since: str
    until: str | None
    note: str
    verified: bool


class Attribution(TypedDict):
    source: str
    url: str
    terms: str


class OpenTable(TypedDict):
    bank: str
    rate_date: str
    rates: list[TableRate]
    notes: NotRequired[list[CurrencyNote]]
    note: NotRequired[str]
    attribution: Attribution


class OpenRecord(Validity):
    source: str
    target: str
    rate: Decimal
    rate_type: str
    derived: bool
    method: Method
    printed: NotRequired[Printed]
    note: NotRequired[str]


class OpenRate(Pair):
    method: Method
    rates: list[OpenRecord]
    notes: NotRequired[list[CurrencyNote]]
    attribution: Attribution


class Table(TypedDict):
    bank: str
    name: str
    rate_date: str
    rates: list[TableRate]
    notes: NotRequired[list[CurrencyNote]]
    note: NotRequired[str]
    overdue: NotRequired[bool]
    disclaimer: str


class Rate(Pair):
    name: str
    method: Method
    notes: NotRequired[list[CurrencyNote]]
    overdue: NotRequired[bool]
    disclaimer: str


class DayTable(Table):
    requested_date: str
    published_on_requested_date: bool


class DayRate(Rate):
    requested_date: str
    published_on_requested_date: bool


class HistoryRate(TableRate):
    rate_date: str
    date: NotRequired[str]  # the day, with fill
    filled: NotRequired[bool]


class PairHistoryRate(TableRate):
    date: str
    rate: Decimal
    rate_type: str
    derived: bool
    method: Method
    ratio: NotRequired[Decimal]
    rate_date: NotRequired[str]  # that of the table, with fill
    filled: NotRequired[bool]


class PeriodRate(TypedDict):
    period: str
    base: str
    quote: str
    type: str
    value: Decimal
    derived: Literal[True]
    method: Statistic
    days: int
    first_date: str
    last_date: str
    partial: bool


class SeriesRate(TypedDict):
    bank: str
    date: NotRequired[str]  # the day, with fill
    rate_date: NotRequired[str]
    period: NotRequired[str]
    base: str
    quote: str
    type: str
    value: Decimal
    derived: bool
    method: Method | Statistic
    days: NotRequired[int]
    first_date: NotRequired[str]
    last_date: NotRequired[str]
    partial: NotRequired[bool]
    ratio: NotRequired[Decimal]
    filled: NotRequired[bool]
    printed: NotRequired[Printed]
    note: NotRequired[str]


Availability = TypedDict('Availability', {
    'bank': str,
    'name': str,
    'from': str,
    'to': str,
    'count': int,
    'truncated': bool,
    'dates': list[str],
    'note_semantics': str,
})


class ComparedRate(Validity):
    code: str
    name: str
    rate: Decimal
    rate_date: str
    rate_type: str
    derived: bool
    method: Method
    stale: bool
    kind: str
    group: Literal['daily', 'sides', 'commercial', 'periods', 'older', 'stale']
    printed: NotRequired[Printed]
    note: NotRequired[str]
    reason: NotRequired[str | None]


class Statistics(TypedDict):
    min: Decimal
    max: Decimal
    median: Decimal
    spread_bps: Decimal
    banks_in_stats: int


class GroupStatistics(Statistics):
    group: Literal['daily', 'sides', 'commercial', 'periods', 'older']


class Comparison(TypedDict):
    source: str
    target: str
    requested_date: NotRequired[str]
    as_of: str
    count: int
    banks: list[ComparedRate]
    stats: Statistics | None
    groups: list[GroupStatistics]
    notes: NotRequired[list[CurrencyNote]]
    methodology: str
    disclaimer: str


class Rule(TypedDict):
    id: str
    revision: int
    sha256: str
    jurisdiction: str
    purpose: str
    mode: Literal['default', 'elect', 'permit', 'old']
    parent: str | None
    when: str | None
    case: str | None
    event: str
    series: str
    named_by: Literal['law', 'authority', 'practice']
    day: str
    day_meaning: str
    rounding: str | None
    override: str | None
    lock: str | None
    limit: str | None
    conditions: str | None
    in_force_from: str | None
    in_force_to: str | None
    confidence: Literal['verified', 'known', 'unsure']
    missing: str | None
    checked: str


class Citation(TypedDict):
    act: str
    article: str | None
    url: str | None
    seen: Literal['law', 'authority', 'quoted', 'secondary'] | None
    place: str | None


class RuleAnswer(TypedDict):
    date: str
    target: str
    status: Literal['final', 'open', 'pending', 'no_rate', 'no_data']
    reason: str | None
    explanation: str
    rate_date: str | None
    rate: Decimal | None
    publisher: str | None
    rate_type: str | None
    method: Literal['published', 'inverse', 'cross', 'mean'] | None
    converted: Decimal | None
    pending_until: str | None


class OtherRule(RuleAnswer):
    rule: Rule
    citation: Citation


class Leg(TypedDict):
    base: str
    quote: str
    value: Decimal
    date: NotRequired[str]
    document_id: NotRequired[int]


class Document(TypedDict):
    id: int
    url: str
    sha256: str
    fetched_at: str


class Ask(TypedDict):
    parameter: Literal['rule', 'series', 'side']
    value: str
    text: str


class Applicable(RuleAnswer):
    jurisdiction: str
    purpose: str
    source: str
    amount: Decimal | None
    dated: Dated | None
    legs: list[Leg]
    rates_in_mean: int | None
    valid_from: str | None
    valid_to: str | None
    steps: list[str]
    rule: Rule
    citation: Citation
    document: Document | None
    asks: list[Ask]
    elections: list[OtherRule]
    cases: list[OtherRule]
    warnings: list[str]
    as_of: str | None
    report: str
    disclaimer: str


class Correction(TypedDict):
    date: str
    source: str
    base: str
    quote: str
    type: str
    old_value: Decimal
    new_value: Decimal | None
    difference: Decimal | None
    old_unit: str
    new_unit: str | None
    old_publication: int
    new_publication: int | None
    known_at: str
    corrected_at: str
    crosses_of: str | None
    rules: list[str]
    old_document: str
    new_document: str | None


class PublicationTimes(TypedDict):
    code: str
    name: str
    cadence: Literal['daily', 'weekly', 'monthly', 'quarterly', 'yearly']
    series: int | None
    timezone: str
    latest_date: str
    next_date: str | None
    next_at: str | None
    clock: str
    missed: list[str] | None
    late_90_median: int | None
    late_90_worst: int | None
    late_90_tables: int
    late_365_median: int | None
    late_365_worst: int | None
    late_365_tables: int


class TypeOption(TypedDict, total=False):
    type: str


class DayOptions(TypeOption, total=False):
    as_of: str


class HistoryOptions(DayOptions, total=False):
    from_: str
    to: str
    fill: Literal['previous']


class PairHistoryOptions(HistoryOptions, total=False):
    convert: Literal['successor']


class PeriodOptions(PairHistoryOptions, total=False):
    stat: Statistic
    round: int


class SeriesOptions(PeriodOptions, total=False):
    banks: list[str]
    group: Grouping


class AvailabilityOptions(TypedDict, total=False):
    year: int
    from_: str
    to: str


class CompareOptions(TypeOption, total=False):
    date: str


class CorrectionOptions(TypedDict, total=False):
    bank: str
    from_: str
    to: str
    as_of: str


class CalendarOptions(TypedDict, total=False):
    bank: str


class ApplicableOptions(TypedDict, total=False):
    jurisdiction: str
    purpose: str
    target: str
    amount: Decimal | int | str
    rule: str
    side: Literal['asset', 'liability', 'import', 'export', 'account', 'cash']
    series: str
    invoice_date: str
    from_: str
    to: str
    unsure: bool
    as_of: str
