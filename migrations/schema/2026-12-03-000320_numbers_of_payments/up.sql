-- Finds payments of the gateway that staff booked by a reference with other words and numbers; see
-- domain::payments::ledger::names_number.

SELECT pg_temp.lock_tables('payment_ledger IN SHARE MODE');

CREATE INDEX payment_ledger_numbers_idx ON payment_ledger USING gin (
    (regexp_split_to_array(reference, '[^0-9]+') || regexp_replace(reference, '[^0-9]', '', 'g'))
) WHERE kind = 'charge' AND source <> 'gateway';
