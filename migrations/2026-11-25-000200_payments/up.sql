-- Payments: what each order was charged and what came back. An order without a row in order_payments is paid in cash on delivery,
-- and nothing was booked for it.

-- Rows of the new tables refer to orders, and orders must not change while their payments are booked below. The
-- lock is held while the rows of orders are read a few times.
SELECT pg_temp.lock_tables('orders IN SHARE ROW EXCLUSIVE MODE');

CREATE TABLE order_payments (
    order_id text NOT NULL
        CONSTRAINT order_payments_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE
        CONSTRAINT order_payments_pkey PRIMARY KEY,
    method text NOT NULL DEFAULT 'cod' CONSTRAINT order_payments_method_check CHECK (method IN ('cod', 'bankTransfer', 'payhere')),
    -- When the unpaid order is cancelled; NULL never.
    expires_at timestamptz,
    -- The gateway has not decided yet.
    is_pending boolean NOT NULL DEFAULT false,
    -- The order was cancelled because it was not paid in time.
    has_expired boolean NOT NULL DEFAULT false,
    -- The figures that payment_ledger, refunds and the order give, so that lists read them from an index.
    charged_cents bigint NOT NULL DEFAULT 0 CONSTRAINT order_payments_charged_check CHECK (charged_cents >= 0),
    returned_cents bigint NOT NULL DEFAULT 0 CONSTRAINT order_payments_returned_check CHECK (returned_cents >= 0),
    credits_cents bigint NOT NULL DEFAULT 0 CONSTRAINT order_payments_credits_check CHECK (credits_cents >= 0),
    refund_due_cents bigint NOT NULL DEFAULT 0 CONSTRAINT order_payments_refund_due_check CHECK (refund_due_cents >= 0)
);

CREATE INDEX order_payments_refund_due_idx ON order_payments (order_id) WHERE refund_due_cents > 0;
CREATE INDEX order_payments_expires_idx ON order_payments (expires_at)
    WHERE expires_at IS NOT NULL AND charged_cents = 0 AND NOT has_expired;

-- Rows are only added. The figures of an order are the sums of its rows without the reversed ones.
CREATE TABLE payment_ledger (
    order_id text NOT NULL CONSTRAINT payment_ledger_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    -- The entry's place in the order's ledger, from 1.
    number integer NOT NULL CONSTRAINT payment_ledger_number_check CHECK (number >= 1),
    kind text NOT NULL CONSTRAINT payment_ledger_kind_check CHECK (kind IN ('charge', 'refund', 'chargeback', 'reversal')),
    -- Of a charge the entry whose reference it corrects, of a refund its number, else the entry that is charged back or reversed.
    of_number integer CONSTRAINT payment_ledger_of_number_check CHECK (kind = 'charge' OR of_number IS NOT NULL),
    source text NOT NULL CONSTRAINT payment_ledger_source_check CHECK (source IN ('hand', 'slip', 'gateway')),
    method text NOT NULL CONSTRAINT payment_ledger_method_check CHECK (method IN ('cod', 'bankTransfer', 'payhere')),
    amount_cents bigint NOT NULL CONSTRAINT payment_ledger_amount_check CHECK (amount_cents BETWEEN 0 AND 100000000000),
    reference text CONSTRAINT payment_ledger_reference_check CHECK (char_length(reference) BETWEEN 1 AND 200),
    attempt integer,
    actor_email text,
    at timestamptz NOT NULL,
    CONSTRAINT payment_ledger_pkey PRIMARY KEY (order_id, number),
    CONSTRAINT payment_ledger_charge_check CHECK (kind <> 'charge' OR reference IS NOT NULL)
);

-- An entry is reversed once, and a payment at the gateway is charged once.
CREATE UNIQUE INDEX payment_ledger_reversal_key ON payment_ledger (order_id, of_number) WHERE kind = 'reversal';
CREATE UNIQUE INDEX payment_ledger_gateway_key ON payment_ledger (reference) WHERE kind = 'charge' AND source = 'gateway';

CREATE TABLE refunds (
    order_id text NOT NULL CONSTRAINT refunds_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    number integer NOT NULL CONSTRAINT refunds_number_check CHECK (number >= 1),
    state text NOT NULL CONSTRAINT refunds_state_check CHECK (state IN ('requested', 'sending', 'settled', 'failed', 'unknown')),
    via text NOT NULL CONSTRAINT refunds_via_check CHECK (via IN ('gateway', 'byHand')),
    amount_cents bigint NOT NULL CONSTRAINT refunds_amount_check CHECK (amount_cents BETWEEN 1 AND 100000000000),
    -- The charge whose money the gateway returns.
    charge integer CONSTRAINT refunds_charge_check CHECK ((charge IS NOT NULL) = (via = 'gateway')),
    credit_cents bigint NOT NULL CONSTRAINT refunds_credit_check CHECK (credit_cents BETWEEN 0 AND amount_cents),
    reference text CONSTRAINT refunds_reference_check CHECK (char_length(reference) BETWEEN 1 AND 200),
    reason text CONSTRAINT refunds_reason_check CHECK (char_length(reason) BETWEEN 1 AND 500),
    -- The Idempotency-Key of the request.
    key text CONSTRAINT refunds_key_check CHECK (char_length(key) BETWEEN 1 AND 255),
    actor_email text,
    at timestamptz NOT NULL,
    CONSTRAINT refunds_pkey PRIMARY KEY (order_id, number)
);

CREATE UNIQUE INDEX refunds_key_key ON refunds (order_id, key);
CREATE INDEX refunds_under_way_idx ON refunds (at) WHERE state IN ('requested', 'sending', 'unknown');

-- What administrators recorded before the ledger: a payment is a charge of the total by hand, and its return a refund by hand. Of an
-- order that was not cancelled the refund is a credit, because the shop does not ask for the money again.
INSERT INTO order_payments (order_id, charged_cents, returned_cents, credits_cents, refund_due_cents)
SELECT o.id, o.total_cents,
    CASE WHEN o.refunded THEN o.total_cents ELSE 0 END,
    CASE WHEN o.refunded AND o.status <> 'cancelled' THEN o.total_cents ELSE 0 END,
    CASE WHEN o.status = 'cancelled' AND NOT o.refunded THEN o.total_cents ELSE 0 END
FROM orders o WHERE o.payment_id IS NOT NULL;

INSERT INTO payment_ledger (order_id, number, kind, source, method, amount_cents, reference, at)
SELECT o.id, 1, 'charge', 'hand', 'cod', o.total_cents, o.payment_id, now() FROM orders o WHERE o.payment_id IS NOT NULL;

INSERT INTO refunds (order_id, number, state, via, amount_cents, credit_cents, at)
SELECT o.id, 1, 'settled', 'byHand', o.total_cents, CASE WHEN o.status = 'cancelled' THEN 0 ELSE o.total_cents END, now()
FROM orders o WHERE o.payment_id IS NOT NULL AND o.refunded AND o.total_cents > 0;

INSERT INTO payment_ledger (order_id, number, kind, of_number, source, method, amount_cents, at)
SELECT r.order_id, 2, 'refund', 1, 'hand', 'cod', r.amount_cents, r.at FROM refunds r;

-- A return without a payment is no money: the audit log remembers that it was recorded, and the order says false.
INSERT INTO audit_log (at, request_id, action, entity, entity_id, before, after)
SELECT now(), 'migrate', 'update', 'order', o.id, '{"refunded": true}', '{"refunded": false}'
FROM orders o WHERE o.refunded AND (o.payment_id IS NULL OR o.total_cents = 0);
UPDATE orders SET refunded = false WHERE refunded AND (payment_id IS NULL OR total_cents = 0);
