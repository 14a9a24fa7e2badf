"""The application factory: configuration, blueprints, error handlers."""

from flask import Flask, jsonify

from berths import config
from berths.routes import bookings, harbours, invoices


class ApiError(Exception):
    def __init__(self, status, message):
        super().__init__(message)
        self.status = status
        self.message = message


def create_app(overrides=None):
    app = Flask(__name__)
    app.config.update(config.load(overrides))
    app.register_blueprint(bookings.blueprint, url_prefix="/bookings")
    app.register_blueprint(invoices.blueprint, url_prefix="/invoices")
    app.register_blueprint(harbours.blueprint, url_prefix="/harbours")
    app.register_error_handler(ApiError, answer_error)
    return app


def answer_error(error):
    return jsonify({"error": error.message}), error.status
