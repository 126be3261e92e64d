-- Orders expire for what is still to be paid, also where money came and went.
--
-- The columns are added without reading the rows. Payments wait while the table is read once for the index, in which no row is yet.

SELECT pg_temp.lock_tables('order_payments IN ACCESS EXCLUSIVE MODE');

ALTER TABLE order_payments
    -- What is still to be paid of an order of which something was charged: by it such an order is found when its time is over. 0 or NULL
    -- for the others, which are found by charged_cents. The statement that places an order writes all columns that it does not know as
    -- NULL, so this one has no default.
    ADD COLUMN rest_cents bigint CONSTRAINT order_payments_rest_check CHECK (rest_cents >= 0),
    -- The time in expires_at while a bank slip in review suspends it.
    ADD COLUMN suspended_until timestamptz,
    -- The first time that the gateway did not say whether the overdue order was paid. A time before expires_at belongs to an earlier
    -- deadline.
    ADD COLUMN unanswered_since timestamptz;

CREATE INDEX order_payments_rest_idx ON order_payments (expires_at) WHERE expires_at IS NOT NULL AND rest_cents > 0 AND NOT has_expired;
