-- A payment that a notification told of and that waits for the gateway's records: since when, and the number of a further payment of an
-- attempt whose success was told before. See domain::payments::told_payment.
--
-- The rows of attempts are few beside those of orders. Successes that wait now keep their times.

SELECT pg_temp.lock_tables('payment_attempts IN ACCESS EXCLUSIVE MODE');

ALTER TABLE payment_attempts
    ADD COLUMN told_at timestamptz,
    ADD COLUMN told_payment text CONSTRAINT payment_attempts_told_payment_check CHECK (told_payment ~ '^[0-9A-Za-z-]{1,40}$');
ALTER TABLE payment_attempts
    ADD CONSTRAINT payment_attempts_told_check CHECK (told_payment IS NULL OR told_at IS NOT NULL);

UPDATE payment_attempts a SET told_at = n.at FROM payment_notifications n
WHERE a.state IN ('created', 'pending', 'cancelled', 'failed')
    AND n.attempt = a.order_id || '-' || CASE WHEN a.number > 1000 THEN lpad((a.number - 1000)::text, 3, '0') ELSE a.number::text END
    AND n.status_code = 2 AND n.currency = 'LKR' AND n.amount = trim(to_char(a.amount_cents / 100.0, '999999999990.00'));
