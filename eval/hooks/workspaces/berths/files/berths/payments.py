"""Deposits by card: authorise on booking, capture on arrival, refund on cancellation."""

import datetime
import decimal

import stripe

DEPOSIT_SHARE = decimal.Decimal("0.30")
FREE_CANCELLATION = datetime.timedelta(days=3)


def authorise_deposit(booking, price, card_token):
    intent = stripe.PaymentIntent.create(
        amount=int(price * DEPOSIT_SHARE * 100),
        currency="eur",
        payment_method=card_token,
        capture_method="manual",
        metadata={"booking": booking.id},
    )
    return intent.id


def capture_on_arrival(intent_id):
    return stripe.PaymentIntent.capture(intent_id)


def refund_for_cancellation(booking, intent_id, today):
    """Nothing comes back when a guest cancels later than three days before the arrival."""
    if booking.arrival - today < FREE_CANCELLATION:
        return None
    return stripe.Refund.create(payment_intent=intent_id)


def verify_webhook(payload, signature, secret):
    return stripe.Webhook.construct_event(payload, signature, secret)
