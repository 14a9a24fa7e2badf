"""POST /bookings, GET /bookings/ID, DELETE /bookings/ID."""

import datetime

from flask import Blueprint, jsonify, request

from berths import availability, db, payments, pricing
from berths.models import Boat, Booking

blueprint = Blueprint("bookings", __name__)


def parse_dates(body):
    from berths.app import ApiError

    arrival = datetime.date.fromisoformat(body["arrival"])
    departure = datetime.date.fromisoformat(body["departure"])
    if departure <= arrival:
        raise ApiError(422, "the departure must be after the arrival")
    return arrival, departure


@blueprint.post("")
def create_booking():
    from berths.app import ApiError

    body = request.get_json()
    arrival, departure = parse_dates(body)
    boat = Boat(**body["boat"])
    free = availability.free_berths(body["harbour"], arrival, departure)
    berth = availability.smallest_fitting(free, boat)
    if berth is None:
        raise ApiError(409, "no berth is free for this boat")
    booking = Booking(0, berth, boat, arrival, departure)
    price = pricing.price_of(booking)
    payments.authorise_deposit(booking, price, body["card"])
    return jsonify({"berth": berth.number, "price": str(price)}), 201


@blueprint.delete("/<int:booking_id>")
def cancel_booking(booking_id):
    with db.transaction() as cursor:
        cursor.execute("UPDATE bookings SET state = 'cancelled' WHERE id = %s", (booking_id,))
    return "", 204
