-- Indexes of the filters and searches of the list of orders. Rows of orders, payments and slips wait while each index is built; an
-- index on a part of a table that few rows belong to is built in one read of it.

SELECT pg_temp.lock_tables('orders IN SHARE MODE', 'order_payments IN SHARE MODE', 'payment_ledger IN SHARE MODE',
    'payment_slips IN SHARE MODE');

-- Telephone numbers by their last nine digits, which are the same in every spelling of a number of Sri Lanka.
CREATE INDEX orders_phone_idx ON orders ((right(ltrim(translate(shipping_phone, ' +()-', ''), '0'), 9)) COLLATE "C");
-- Orders that are paid without a payment.
CREATE INDEX orders_free_idx ON orders (id) WHERE total_cents = 0;

-- The orders that can have a status of the payment other than unpaid.
CREATE INDEX order_payments_charged_idx ON order_payments (order_id) WHERE charged_cents > 0;
CREATE INDEX order_payments_returned_idx ON order_payments (order_id) WHERE returned_cents > 0;
CREATE INDEX order_payments_pending_idx ON order_payments (order_id) WHERE is_pending;
CREATE INDEX payment_ledger_chargeback_idx ON payment_ledger (order_id) WHERE kind = 'chargeback';
CREATE INDEX payment_slips_in_review_idx ON payment_slips (order_id) WHERE state = 'inReview';

-- The names of payments at the gateway, of payments by hand and of bank transfers. The cash of a delivery has no name of its own.
CREATE INDEX payment_ledger_reference_idx ON payment_ledger ((lower(reference COLLATE "C"))) WHERE reference <> 'Cash on delivery';
CREATE INDEX payment_slips_reference_idx ON payment_slips ((lower(bank_reference COLLATE "C"))) WHERE bank_reference IS NOT NULL;
