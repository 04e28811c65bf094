"""A client of Ratebook, a service for official exchange rates."""

from .asynchronous import AsyncRatebook
from .client import Ratebook
from .request import RatebookError

__all__ = ['AsyncRatebook', 'Ratebook', 'RatebookError']
