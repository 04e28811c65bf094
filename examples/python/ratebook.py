"""A client for Ratebook that needs only the standard library. Figures are Decimal with every digit, dates are text (YYYY-MM-DD)."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any, Iterator
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urljoin
from urllib.request import Request, urlopen

TIMEOUT = 60
NEXT = re.compile(r'<([^>]+)>; rel="next"')


class RatebookError(Exception):
    """An error with the server's message, its stable code, and the HTTP status."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


class Ratebook:
    def __init__(self, base_url: str, key: str) -> None:
        self.base_url = base_url.rstrip('/')
        self._headers = {'Authorization': f'Bearer {key}', 'Accept': 'application/json'}

    def get(self, path: str, **parameters: Any) -> Any:
        """Returns the answer of an endpoint. Add an underscore to a parameter that is a Python keyword: from_."""
        return self._fetch(self._url(path, parameters))[0]

    def rate(self, bank: str, source: str, target: str, date: str | None = None) -> dict[str, Any]:
        """Returns a pair from the newest table of a source, or from the table of a date."""
        return self.get(f'/api/v1/central-bank/{quote(bank)}/{date or "latest"}', source=source, target=target)

    def history(self, bank: str, **parameters: Any) -> Iterator[dict[str, Any]]:
        """Yields all rates of a history, page by page: history('ecb', source='EUR', target='USD', from_='1999-01-01')."""
        url: str | None = self._url(f'/api/v1/central-bank/{quote(bank)}/history', parameters)
        while url:
            answer, link = self._fetch(url)
            yield from answer['rates']
            following = NEXT.search(link or '')
            url = self._within(urljoin(url, following[1])) if following else None

    def _url(self, path: str, parameters: dict[str, Any]) -> str:
        given = {name.rstrip('_'): value for name, value in parameters.items() if value is not None}
        return f'{self.base_url}{path}' + (f'?{urlencode(given)}' if given else '')

    def _within(self, url: str) -> str:
        if not url.startswith(f'{self.base_url}/'):
            raise ValueError(f'the next page is on another server, which must not get the key: {url}')
        return url

    def _fetch(self, url: str) -> tuple[Any, str | None]:
        try:
            with urlopen(Request(url, headers=self._headers), timeout=TIMEOUT) as response:
                return json.load(response, parse_float=Decimal), response.headers['Link']
        except HTTPError as error:
            with error:
                raise _error_of(error) from None


def _error_of(response: HTTPError) -> RatebookError:
    text = response.read().decode('utf-8', 'replace')
    try:
        answer = json.loads(text)
    except ValueError:
        return RatebookError(response.code, 'not_json', text[:200])
    return RatebookError(response.code, answer['code'], answer['error'])
