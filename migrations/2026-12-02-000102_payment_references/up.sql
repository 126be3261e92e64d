-- The references of payments as they are compared, and the keys of requests that book money.
--
-- The columns are added without reading the rows. Payments wait while the table is read once for the indexes, in which no row is yet.

SELECT pg_temp.lock_tables('payment_ledger IN ACCESS EXCLUSIVE MODE');

-- Of a charge, the letters and digits of its reference without case. Equal ones name the same transfer. NULL for charges of a former release
-- (the next migration fills in those that it can) and for references without letters and digits. It is not unique: existing orders may
-- share a transfer, a reversed charge frees its reference, and cash has receipts of any name. Whoever books a charge takes an advisory
-- lock of the reference before it looks for another one.
ALTER TABLE payment_ledger
    ADD COLUMN reference_key text,
    -- The Idempotency-Key of the request.
    ADD COLUMN request_key text CONSTRAINT payment_ledger_request_key_check CHECK (char_length(request_key) BETWEEN 1 AND 255);

CREATE INDEX payment_ledger_reference_key_idx ON payment_ledger (reference_key) WHERE reference_key IS NOT NULL;
CREATE UNIQUE INDEX payment_ledger_request_key ON payment_ledger (order_id, request_key) WHERE request_key IS NOT NULL;
