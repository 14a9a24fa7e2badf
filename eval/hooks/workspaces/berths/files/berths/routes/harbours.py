"""GET /harbours/ID/arrivals: who comes today, for the harbour master's tablet."""

import datetime

from flask import Blueprint, current_app, jsonify, request

from berths import auth, db

blueprint = Blueprint("harbours", __name__)

ARRIVALS = "SELECT boat_name, berth_number FROM bookings WHERE harbour_id = %s AND arrival = %s"


@blueprint.get("/<int:harbour_id>/arrivals")
@auth.requires_role("master")
def arrivals(harbour_id):
    page = int(request.args.get("page", 0))
    today = datetime.date.today()
    rows = db.fetch_page(ARRIVALS, (harbour_id, today), page, current_app.config["PAGE_SIZE"])
    return jsonify(rows)
