-- All payments and chargebacks that were told and wait for the gateway's records, each with its time and number; see
-- domain::payments::told_payment. told_at and told_payment have the newest, which the release before reads and writes.

SELECT pg_temp.lock_tables('payment_attempts IN ACCESS EXCLUSIVE MODE');

ALTER TABLE payment_attempts
    ADD COLUMN told jsonb NOT NULL DEFAULT '[]'
        CONSTRAINT payment_attempts_told_movements_check CHECK (jsonb_typeof(told) = 'array' AND jsonb_array_length(told) <= 8);
