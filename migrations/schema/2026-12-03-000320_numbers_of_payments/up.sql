-- Finds payments of the gateway that staff booked by a reference with other words and numbers; see
-- domain::payments::reference_numbers::names_number.

SELECT pg_temp.lock_tables('payment_ledger IN SHARE MODE', 'payment_attempts IN SHARE ROW EXCLUSIVE MODE');

CREATE INDEX payment_ledger_numbers_idx ON payment_ledger USING gin (
    (regexp_split_to_array(reference, '[^0-9]+') || regexp_replace(reference, '[^0-9]', '', 'g'))
) WHERE kind = 'charge' AND source <> 'gateway';

-- The payments that the gateway's records of an attempt had. The charge of a payment may have another number, because that of a
-- notification is not proven.
CREATE TABLE recorded_payments (
    payment text NOT NULL CONSTRAINT recorded_payments_payment_check CHECK (payment ~ '^[0-9A-Za-z-]{1,40}$'),
    order_id text NOT NULL,
    attempt integer NOT NULL,
    read_at timestamptz NOT NULL,
    CONSTRAINT recorded_payments_pkey PRIMARY KEY (payment, order_id, attempt),
    CONSTRAINT recorded_payments_attempt_fkey FOREIGN KEY (order_id, attempt) REFERENCES payment_attempts (order_id, number) ON DELETE CASCADE
);
CREATE INDEX recorded_payments_attempt_idx ON recorded_payments (order_id, attempt);
