-- When the gateway's records of an attempt are read next; NULL when that has ended.
ALTER TABLE payment_attempts ADD COLUMN check_at timestamptz;

CREATE INDEX payment_attempts_check_idx ON payment_attempts (check_at) WHERE check_at IS NOT NULL;
