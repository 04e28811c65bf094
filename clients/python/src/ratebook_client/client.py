"""The client. Figures are by default Decimal with every digit of the answer, dates are text (YYYY-MM-DD)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import Any, Generic, TypeVar, Unpack
from urllib.parse import quote

from .request import Requester
from .types import (
    Applicable, ApplicableOptions, Availability, AvailabilityOptions, CalendarOptions, CompareOptions, Comparison, Correction,
    CorrectionOptions, DayOptions, DayRate, DayTable, Grouping, HistoryOptions, HistoryRate, OpenRate, OpenTable,
    PairHistoryOptions, PairHistoryRate, PeriodOptions, PeriodRate, PublicationTimes, Rate, SeriesOptions, SeriesRate, Source,
    Table, TypeOption,
)


T = TypeVar('T')


class Rates(Generic[T]):
    """The rates of a paged answer, each a dict. The iteration requests the next page when it needs it."""

    def __init__(self, pages: Iterator[Any]) -> None:
        self.pages = pages

    def __iter__(self) -> Iterator[T]:
        for page in self.pages:
            yield from page['rates']


class Ratebook:
    """A client of a Ratebook service.

    url is by default RATEBOOK_URL, else http://localhost:8080; key is by default RATEBOOK_KEY. Open endpoints need no key.
    `figure` makes a figure from its printed digits: float for numbers, as in frames, str for text.
    A request that failed for a passing reason is repeated up to `retries` times. If Retry-After asks for a wait of more than
    `longest_wait` seconds, the error is raised. `timeout` is in seconds.
    """

    def __init__(
        self, url: str | None = None, key: str | None = None, *, figure: Callable[[str], Any] = Decimal, retries: int = 3,
        longest_wait: float = 60, timeout: float = 60,
    ) -> None:
        self._requester = Requester(url, key, figure, retries, longest_wait, timeout)

    def sources(self) -> list[Source]:
        """Returns the sources with their newest dates."""
        return self.get('/api/v1/central-banks')['banks']

    def open_table(self, bank: str, **options: Unpack[TypeOption]) -> OpenTable:
        """Returns the newest table of a source, without a key."""
        return self.get(f'/api/open/central-bank/{quote(bank, "")}', **options)

    def open_rate(self, bank: str, source: str, target: str, **options: Unpack[TypeOption]) -> OpenRate:
        """Returns a pair from the newest table of a source, without a key."""
        return self.get(f'/api/open/central-bank/{quote(bank, "")}', source=source, target=target, **options)

    def latest(self, bank: str, **options: Unpack[TypeOption]) -> Table:
        """Returns the newest table of a source."""
        return self.get(_path(bank, 'latest'), **options)

    def table(self, bank: str, date: str, **options: Unpack[DayOptions]) -> DayTable:
        """Returns the table of a date (YYYY-MM-DD), or the newest one before it."""
        return self.get(_path(bank, date), **options)

    def rate(self, bank: str, source: str, target: str, **options: Unpack[TypeOption]) -> Rate:
        """Returns a pair from the newest table of a source that has it."""
        return self.get(_path(bank, 'latest'), source=source, target=target, **options)

    def rate_on(self, bank: str, date: str, source: str, target: str, **options: Unpack[DayOptions]) -> DayRate:
        """Returns a pair from the table of a date (YYYY-MM-DD), or from the newest one before it."""
        return self.get(_path(bank, date), source=source, target=target, **options)

    def history(self, bank: str, symbol: str, **options: Unpack[HistoryOptions]) -> Rates[HistoryRate]:
        """Returns the history of a currency as published, page by page."""
        return self._rates(_path(bank, 'history'), symbol=symbol, **options)

    def pair_history(
        self, bank: str, source: str, target: str, **options: Unpack[PairHistoryOptions],
    ) -> Rates[PairHistoryRate]:
        """Returns the history of a pair, page by page."""
        return self._rates(_path(bank, 'history'), source=source, target=target, **options)

    def periods(
        self, bank: str, source: str, target: str, group: Grouping, **options: Unpack[PeriodOptions],
    ) -> Rates[PeriodRate]:
        """Returns a pair for each week, month, quarter or year, page by page."""
        return self._rates(_path(bank, 'history'), source=source, target=target, group=group, **options)

    def series(self, pairs: Sequence[str], **options: Unpack[SeriesOptions]) -> Rates[SeriesRate]:
        """Returns pairs of several sources, page by page: series(['EUR/USD'], banks=['ecb', 'bnr'])."""
        return self._rates('/api/v1/official/series', pairs=pairs, **options)

    def availability(self, bank: str, **options: Unpack[AvailabilityOptions]) -> Availability:
        """Returns the dates on which a source has a table."""
        return self.get(_path(bank, 'availability'), **options)

    def compare(self, source: str, target: str, **options: Unpack[CompareOptions]) -> Comparison:
        """Returns a pair at all sources: the newest rates, or those of a date (YYYY-MM-DD)."""
        return self.get('/api/v1/central-banks/rates', source=source, target=target, **options)

    def applicable(self, date: str, source: str, **options: Unpack[ApplicableOptions]) -> Applicable:
        """Returns the official rate that the law requires for a purpose on a date."""
        return self.get('/api/v1/applicable', date=date, source=source, **options)

    def corrections(self, **options: Unpack[CorrectionOptions]) -> Iterator[Correction]:
        """Yields the corrected and withdrawn figures of a source, or of all, page by page."""
        for page in self.pages('/api/v1/corrections', **options):
            yield from page['corrections']

    def calendar(self, **options: Unpack[CalendarOptions]) -> list[PublicationTimes]:
        """Returns when each source publishes: the next expected table, missed tables, and how late tables arrived."""
        return self.get('/api/v1/calendar', **options)['sources']

    def get(self, path: str, **parameters: Any) -> Any:
        """Returns the answer of any endpoint with JSON. Write the parameter `from` as from_."""
        return self._requester.get(path, parameters)

    def pages(self, path: str, **parameters: Any) -> Iterator[Any]:
        """Yields the answers of any paged endpoint, one for each page."""
        return self._requester.pages(path, parameters)

    def _rates(self, path: str, **parameters: Any) -> Rates[Any]:
        return Rates(self.pages(path, **parameters))


def _path(bank: str, rest: str) -> str:
    return f'/api/v1/central-bank/{quote(bank, "")}/{quote(rest, "")}'
