import datetime
import decimal

from berths.models import Berth, Boat, Booking
from berths.pricing import in_high_season, long_stay_discount, price_of

SLOOP = Boat("Gull", 1000, 320, 180)
BERTH = Berth("A7", 1200, 400, 250)


def test_the_first_of_september_is_low_season():
    assert not in_high_season(datetime.date(2026, 9, 1))


def test_a_week_is_cheaper():
    assert long_stay_discount(7) == decimal.Decimal("0.10")


def test_two_nights_in_may():
    booking = Booking(1, BERTH, SLOOP, datetime.date(2026, 5, 2), datetime.date(2026, 5, 4))
    assert price_of(booking) == decimal.Decimal("40.00")
