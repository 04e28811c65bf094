"""The client for asyncio: the methods of Ratebook as coroutines and asynchronous generators, whose requests run in threads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from decimal import Decimal
from typing import Any, TypeVar, Unpack

from .client import Rates, Ratebook
from .types import (
    Applicable, ApplicableOptions, Availability, AvailabilityOptions, CalendarOptions, CompareOptions, Comparison, Correction,
    CorrectionOptions, DayOptions, DayRate, DayTable, Grouping, HistoryOptions, HistoryRate, OpenRate, OpenTable,
    PairHistoryOptions, PairHistoryRate, PeriodOptions, PeriodRate, PublicationTimes, Rate, SeriesOptions, SeriesRate, Source,
    Table, TypeOption,
)

T = TypeVar('T')


class AsyncRatebook:
    """A client of a Ratebook service for asyncio, with the arguments and methods of Ratebook."""

    def __init__(
        self, url: str | None = None, key: str | None = None, *, figure: Callable[[str], Any] = Decimal, retries: int = 3,
        longest_wait: float = 60, timeout: float = 60,
    ) -> None:
        self._client = Ratebook(url, key, figure=figure, retries=retries, longest_wait=longest_wait, timeout=timeout)

    async def sources(self) -> list[Source]:
        return await asyncio.to_thread(self._client.sources)

    async def open_table(self, bank: str, **options: Unpack[TypeOption]) -> OpenTable:
        return await asyncio.to_thread(self._client.open_table, bank, **options)

    async def open_rate(self, bank: str, source: str, target: str, **options: Unpack[TypeOption]) -> OpenRate:
        return await asyncio.to_thread(self._client.open_rate, bank, source, target, **options)

    async def latest(self, bank: str, **options: Unpack[TypeOption]) -> Table:
        return await asyncio.to_thread(self._client.latest, bank, **options)

    async def table(self, bank: str, date: str, **options: Unpack[DayOptions]) -> DayTable:
        return await asyncio.to_thread(self._client.table, bank, date, **options)

    async def rate(self, bank: str, source: str, target: str, **options: Unpack[TypeOption]) -> Rate:
        return await asyncio.to_thread(self._client.rate, bank, source, target, **options)

    async def rate_on(self, bank: str, date: str, source: str, target: str, **options: Unpack[DayOptions]) -> DayRate:
        return await asyncio.to_thread(self._client.rate_on, bank, date, source, target, **options)

    def history(self, bank: str, symbol: str, **options: Unpack[HistoryOptions]) -> AsyncIterator[HistoryRate]:
        return _rows_of(self._client.history(bank, symbol, **options))

    def pair_history(
        self, bank: str, source: str, target: str, **options: Unpack[PairHistoryOptions],
    ) -> AsyncIterator[PairHistoryRate]:
        return _rows_of(self._client.pair_history(bank, source, target, **options))

    def periods(
        self, bank: str, source: str, target: str, group: Grouping, **options: Unpack[PeriodOptions],
    ) -> AsyncIterator[PeriodRate]:
        return _rows_of(self._client.periods(bank, source, target, group, **options))

    def series(self, pairs: Sequence[str], **options: Unpack[SeriesOptions]) -> AsyncIterator[SeriesRate]:
        return _rows_of(self._client.series(pairs, **options))

    async def availability(self, bank: str, **options: Unpack[AvailabilityOptions]) -> Availability:
        return await asyncio.to_thread(self._client.availability, bank, **options)

    async def compare(self, source: str, target: str, **options: Unpack[CompareOptions]) -> Comparison:
        return await asyncio.to_thread(self._client.compare, source, target, **options)

    async def applicable(self, date: str, source: str, **options: Unpack[ApplicableOptions]) -> Applicable:
        return await asyncio.to_thread(self._client.applicable, date, source, **options)

    async def corrections(self, **options: Unpack[CorrectionOptions]) -> AsyncIterator[Correction]:
        async for page in self.pages('/api/v1/corrections', **options):
            for row in page['corrections']:
                yield row

    async def calendar(self, **options: Unpack[CalendarOptions]) -> list[PublicationTimes]:
        return await asyncio.to_thread(self._client.calendar, **options)

    async def get(self, path: str, **parameters: Any) -> Any:
        return await asyncio.to_thread(self._client.get, path, **parameters)

    def pages(self, path: str, **parameters: Any) -> AsyncIterator[Any]:
        return _in_threads(self._client.pages(path, **parameters))


async def _in_threads(pages: Iterator[Any]) -> AsyncIterator[Any]:
    while page := await asyncio.to_thread(next, pages, None):
        yield page


async def _rows_of(rates: Rates[T]) -> AsyncIterator[T]:
    async for page in _in_threads(rates.pages):
        for row in page['rates']:
            yield row
