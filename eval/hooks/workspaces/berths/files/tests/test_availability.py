from berths.availability import smallest_fitting
from berths.models import Berth, Boat


def test_the_smallest_berth_is_taken():
    berths = [Berth("B1", 1500, 500, 300), Berth("A2", 1100, 380, 220)]
    assert smallest_fitting(berths, Boat("Tern", 1000, 340, 170)).number == "A2"


def test_a_deep_keel_needs_water():
    assert smallest_fitting([Berth("A2", 1100, 380, 170)], Boat("Tern", 1000, 340, 170)) is None
