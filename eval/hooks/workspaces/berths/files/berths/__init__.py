"""Booking of berths in marinas."""

__version__ = "1.8.0"
