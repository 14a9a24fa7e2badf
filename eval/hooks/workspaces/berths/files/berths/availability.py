"""Which berths are free, and the smallest one that a boat fits into."""

from berths import db
from berths.models import Berth

OVERLAPPING = """
    SELECT berth_number FROM bookings
    WHERE harbour_id = %s AND state <> 'cancelled' AND arrival < %s AND departure > %s
"""


def overlaps(first, second):
    """A departure and an arrival on the same day do not overlap."""
    return first.arrival < second.departure and second.arrival < first.departure


def free_berths(harbour_id, arrival, departure):
    with db.connection().cursor() as cursor:
        cursor.execute(OVERLAPPING, (harbour_id, departure, arrival))
        taken = {row["berth_number"] for row in cursor.fetchall()}
        cursor.execute("SELECT * FROM berths WHERE harbour_id = %s ORDER BY number", (harbour_id,))
        return [Berth(**row) for row in cursor.fetchall() if row["number"] not in taken]


def smallest_fitting(berths, boat):
    fitting = [berth for berth in berths if berth.fits(boat)]
    return min(fitting, key=lambda berth: (berth.length_cm, berth.beam_cm), default=None)
