"""Messages to guests, in the language of the guest."""

from email.message import EmailMessage

SUBJECTS = {
    "confirmed": {"en": "Your berth is booked", "de": "Ihr Liegeplatz ist gebucht"},
    "reminder": {"en": "See you tomorrow", "de": "Bis morgen"},
    "cancelled": {"en": "Your booking is cancelled", "de": "Ihre Buchung ist storniert"},
}


def compose(kind, booking, guest, sender):
    message = EmailMessage()
    message["From"] = sender
    message["To"] = guest.address
    message["Subject"] = SUBJECTS[kind].get(guest.language, SUBJECTS[kind]["en"])
    message.set_content(
        f"{booking.boat.name}: berth {booking.berth.number}, "
        f"{booking.arrival.isoformat()} to {booking.departure.isoformat()}"
    )
    return message
