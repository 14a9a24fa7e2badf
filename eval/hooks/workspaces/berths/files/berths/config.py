"""Settings come from the environment; a missing required one stops the start."""

import os

DEFAULTS = {
    "SESSION_HOURS": "12",
    "HOLD_MINUTES": "20",
    "MAIL_SENDER": "office@berths.example",
    "PAGE_SIZE": "50",
}
REQUIRED = ("DATABASE_URL", "SECRET_KEY")


class MissingSetting(RuntimeError):
    pass


def load(overrides=None):
    values = {**DEFAULTS, **os.environ, **(overrides or {})}
    missing = [name for name in REQUIRED if not values.get(name)]
    if missing:
        raise MissingSetting(", ".join(missing))
    return {
        "DATABASE_URL": values["DATABASE_URL"],
        "SECRET_KEY": values["SECRET_KEY"],
        "SESSION_HOURS": int(values["SESSION_HOURS"]),
        "HOLD_MINUTES": int(values["HOLD_MINUTES"]),
        "MAIL_SENDER": values["MAIL_SENDER"],
        "PAGE_SIZE": int(values["PAGE_SIZE"]),
    }
