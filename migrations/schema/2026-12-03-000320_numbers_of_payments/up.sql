-- Finds payments of the gateway that staff booked by a reference with other words and numbers; see
-- domain::payments::ledger::long_numbers.

SELECT pg_temp.lock_tables('payment_ledger IN SHARE MODE');

CREATE INDEX payment_ledger_number_idx ON payment_ledger ((substring(reference FROM '[0-9]{8,}')))
    WHERE kind = 'charge' AND source <> 'gateway';
