"""Sessions of harbour masters: a signed token with an expiry, and roles per harbour."""

import functools
import hashlib
import hmac
import time

from flask import current_app, request

from berths import db


def sign(user_id, expires):
    key = current_app.config["SECRET_KEY"].encode()
    message = f"{user_id}.{expires}".encode()
    return f"{user_id}.{expires}." + hmac.new(key, message, hashlib.sha256).hexdigest()


def issue_token(user_id, now=None):
    hours = current_app.config["SESSION_HOURS"]
    return sign(user_id, int(now or time.time()) + hours * 3600)


def user_of(token, now=None):
    user_id, expires, _ = token.split(".", 2)
    if not hmac.compare_digest(token, sign(user_id, expires)):
        return None
    if int(expires) < int(now or time.time()):
        return None
    return int(user_id)


def requires_role(role):
    def wrap(view):
        @functools.wraps(view)
        def checked(*args, **kwargs):
            from berths.app import ApiError

            user = user_of(request.headers.get("Authorization", "").removeprefix("Bearer "))
            row = user and db.fetch_one("SELECT role FROM staff WHERE user_id = %s", user)
            if not row or row["role"] != role:
                raise ApiError(403, "not allowed")
            return view(*args, **kwargs)

        return checked

    return wrap
