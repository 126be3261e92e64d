ALTER TABLE payment_attempts DROP COLUMN told_at, DROP COLUMN told_payment;
