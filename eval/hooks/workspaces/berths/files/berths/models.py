"""What a booking, a boat and a berth are."""

import dataclasses
import datetime
import enum


class BookingState(enum.Enum):
    HELD = "held"
    CONFIRMED = "confirmed"
    ARRIVED = "arrived"
    CANCELLED = "cancelled"


@dataclasses.dataclass(frozen=True)
class Boat:
    name: str
    length_cm: int
    beam_cm: int
    draft_cm: int


@dataclasses.dataclass(frozen=True)
class Berth:
    number: str
    length_cm: int
    beam_cm: int
    depth_cm: int
    has_power: bool = False

    def fits(self, boat):
        return (
            boat.length_cm <= self.length_cm
            and boat.beam_cm <= self.beam_cm
            and boat.draft_cm < self.depth_cm
        )


@dataclasses.dataclass
class Booking:
    id: int
    berth: Berth
    boat: Boat
    arrival: datetime.date
    departure: datetime.date
    state: BookingState = BookingState.HELD

    @property
    def nights(self):
        return (self.departure - self.arrival).days
