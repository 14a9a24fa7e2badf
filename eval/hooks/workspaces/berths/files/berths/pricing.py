"""The price of a stay: metres and nights, season, discounts for long stays, harbour tax."""

import datetime
import decimal

CENT = decimal.Decimal("0.01")
HIGH_SEASON = (datetime.date(2000, 6, 15), datetime.date(2000, 9, 1))
PER_METRE_LOW = decimal.Decimal("1.80")
PER_METRE_HIGH = decimal.Decimal("3.10")
HARBOUR_TAX_PER_NIGHT = decimal.Decimal("2.00")


def in_high_season(day):
    return HIGH_SEASON[0] <= day.replace(year=2000) < HIGH_SEASON[1]


def nightly_rate(boat, day):
    per_metre = PER_METRE_HIGH if in_high_season(day) else PER_METRE_LOW
    return per_metre * decimal.Decimal(boat.length_cm) / 100


def long_stay_discount(nights):
    if nights >= 28:
        return decimal.Decimal("0.25")
    if nights >= 7:
        return decimal.Decimal("0.10")
    return decimal.Decimal(0)


def price_of(booking):
    days = [booking.arrival + datetime.timedelta(days=n) for n in range(booking.nights)]
    mooring = sum((nightly_rate(booking.boat, day) for day in days), decimal.Decimal(0))
    mooring *= 1 - long_stay_discount(booking.nights)
    return (mooring + HARBOUR_TAX_PER_NIGHT * booking.nights).quantize(CENT)
