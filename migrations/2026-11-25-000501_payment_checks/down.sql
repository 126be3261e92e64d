ALTER TABLE payment_attempts DROP COLUMN check_at;
