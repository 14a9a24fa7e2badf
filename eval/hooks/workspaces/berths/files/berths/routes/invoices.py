"""GET /invoices/ID as JSON or as a PDF."""

from flask import Blueprint, Response, jsonify, request

from berths import db
from berths.invoice_pdf import render_pdf

blueprint = Blueprint("invoices", __name__)


@blueprint.get("/<int:invoice_id>")
def show_invoice(invoice_id):
    row = db.fetch_one("SELECT * FROM invoices WHERE id = %s", invoice_id)
    if request.accept_mimetypes.best == "application/pdf":
        return Response(render_pdf(row), mimetype="application/pdf")
    return jsonify(row)
