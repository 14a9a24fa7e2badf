"""What runs in the background: expired holds, reminders, the nightly report."""

import datetime
import logging

from berths import db

log = logging.getLogger(__name__)

RELEASE = """
    UPDATE bookings SET state = 'cancelled'
    WHERE state = 'held' AND created < %s RETURNING id
"""


def release_expired_holds(now, hold_minutes):
    """A held berth whose guest never paid is given back."""
    limit = now - datetime.timedelta(minutes=hold_minutes)
    with db.transaction() as cursor:
        cursor.execute(RELEASE, (limit,))
        released = [row["id"] for row in cursor.fetchall()]
    log.info("released %d holds", len(released))
    return released


def occupancy_report(day):
    with db.transaction() as cursor:
        cursor.execute(
            "SELECT harbour_id, count(*) AS boats FROM bookings "
            "WHERE state = 'arrived' AND arrival <= %s AND departure > %s GROUP BY harbour_id",
            (day, day),
        )
        return {row["harbour_id"]: row["boats"] for row in cursor.fetchall()}
