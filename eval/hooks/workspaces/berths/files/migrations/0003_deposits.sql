ALTER TABLE bookings ADD COLUMN deposit_intent text;
ALTER TABLE bookings ADD COLUMN deposit_cents integer NOT NULL DEFAULT 0;
CREATE INDEX bookings_by_arrival ON bookings (harbour_id, arrival) WHERE state <> 'cancelled';
