"""Sends GET requests, repeats those that failed for a passing reason, and follows pages."""

from __future__ import annotations

import json
import os
import random
import re
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timezone
from decimal import Decimal
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import Request, urlopen

# The fields with integers that are no figures. All other numbers of an answer are figures.
COUNTS = frozenset((
    'banks_in_stats', 'count', 'days', 'days_of_history', 'document_id', 'id', 'late_365_median', 'late_365_tables',
    'late_365_worst', 'late_90_median', 'late_90_tables', 'late_90_worst', 'missed', 'new_publication',
    'old_publication', 'overdue_count', 'rates_in_mean', 'revision', 'round', 'series', 'stale_count', 'unit',
))
FIRST_WAIT = 0.5  # seconds
TRANSIENT_STATUSES = (429, 502, 503, 504)
NEXT = re.compile(r'<([^>]*)>; *rel="next"')


class RatebookError(Exception):
    """An error with the message of the service, its stable code and the HTTP status.

    retry_after is the number of seconds after which the service says that a request can succeed.
    """

    def __init__(self, status: int, code: str, message: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.retry_after = retry_after


class Requester:
    def __init__(
        self, url: str | None, key: str | None, figure: Callable[[str], Any], retries: int, longest_wait: float, timeout: float,
    ) -> None:
        self._url = (url or os.environ.get('RATEBOOK_URL') or 'http://localhost:8080').rstrip('/')
        self._key = os.environ.get('RATEBOOK_KEY') if key is None else key
        self._figure = figure
        self._retries = retries
        self._longest_wait = longest_wait
        self._timeout = timeout

    def get(self, path: str, parameters: Mapping[str, Any]) -> Any:
        return self.page(self.address(path, parameters))[0]

    def pages(self, path: str, parameters: Mapping[str, Any]) -> Iterator[Any]:
        address: str | None = self.address(path, parameters)
        while address:
            answer, following = self.page(address)
            yield answer
            address = following and self._same_server(following)

    def address(self, path: str, parameters: Mapping[str, Any]) -> str:
        """Returns the address of a request. A name may end in an underscore, since `from` is a keyword."""
        given = {name.rstrip('_'): _text_of(value) for name, value in parameters.items() if value is not None}
        return f'{self._url}{path}' + (f'?{urlencode(given)}' if given else '')

    def page(self, address: str) -> tuple[Any, str | None]:
        """Returns an answer, and the address of the next page."""
        failures = 0
        while True:
            try:
                return self._fetch(address)
            except (RatebookError, HTTPException, OSError) as error:  # URLError and TimeoutError are OSErrors
                wait = _wait_after(error, failures)
                if failures >= self._retries or wait is None or wait > self._longest_wait:
                    raise
            failures += 1
            time.sleep(wait)

    def _fetch(self, address: str) -> tuple[Any, str | None]:
        request = Request(address, headers={'Accept': 'application/json'})
        if self._key:
            request.add_unredirected_header('Authorization', f'Bearer {self._key}')  # another server must not get the key
        try:
            with urlopen(request, timeout=self._timeout) as response:
                return parse(response.read(), self._figure), _next_of(response.headers['Link'], address)
        except HTTPError as error:
            with error:
                raise _error_of(error) from None

    def _same_server(self, url: str) -> str:
        if not url.startswith(f'{self._url}/'):
            raise ValueError(f'the next page is on another server, which must not get the key: {url}')
        return url


def _next_of(link: str | None, address: str) -> str | None:
    following = NEXT.search(link or '')
    return urljoin(address, following[1]) if following else None


def parse(text: bytes, figure: Callable[[str], Any] = Decimal) -> Any:
    """Parses JSON. Figures become what `figure` makes of their printed digits, counts int."""
    def with_figures(fields: dict[str, Any]) -> dict[str, Any]:
        for name, value in fields.items():
            if type(value) is int and name not in COUNTS:  # a figure without a decimal point
                fields[name] = figure(str(value))
        return fields

    return json.loads(text, parse_float=figure, object_hook=with_figures)


def _text_of(value: Any) -> str:
    if isinstance(value, bool):
        return 'true' if value else 'false'
    return ','.join(value) if isinstance(value, (list, tuple)) else str(value)


def _wait_after(error: Exception, failures: int) -> float | None:
    """Returns the seconds to wait before the request is repeated; None if it would fail again."""
    if isinstance(error, RatebookError):
        if error.status not in TRANSIENT_STATUSES:
            return None
        if error.retry_after is not None:
            return error.retry_after
        if error.status == 429:  # without Retry-After no later request can succeed
            return None
    return FIRST_WAIT * 2 ** failures * (1 + random.random())


def _error_of(response: HTTPError) -> RatebookError:
    text = response.read().decode('utf-8', 'replace')
    retry_after = _seconds_of(response.headers['Retry-After'])
    try:
        answer = json.loads(text)
        return RatebookError(response.code, answer['code'], answer['error'], retry_after)
    except (ValueError, KeyError, TypeError):
        return RatebookError(response.code, 'not_json', text[:200], retry_after)  # from a proxy


def _seconds_of(value: str | None) -> float | None:
    """Returns Retry-After in seconds: a proxy may send a date."""
    if value is None:
        return None
    if value.isdecimal():
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (date - datetime.now(timezone.utc)).total_seconds())
