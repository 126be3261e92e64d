-- Attempts to pay at the gateway, and what the gateway told of them.

-- The new table refers to orders. The lock is held for a moment: no row is read.
SELECT pg_temp.lock_tables('orders IN SHARE ROW EXCLUSIVE MODE');

CREATE TABLE payment_attempts (
    order_id text NOT NULL CONSTRAINT payment_attempts_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    -- The attempt's place among those of the order, from 1.
    number integer NOT NULL CONSTRAINT payment_attempts_number_check CHECK (number >= 1),
    state text NOT NULL DEFAULT 'created' CONSTRAINT payment_attempts_state_check
        CHECK (state IN ('created', 'pending', 'cancelled', 'failed', 'succeeded', 'chargedBack')),
    -- What the gateway was asked for.
    amount_cents bigint NOT NULL CONSTRAINT payment_attempts_amount_check CHECK (amount_cents BETWEEN 1 AND 100000000000),
    started_at timestamptz NOT NULL,
    CONSTRAINT payment_attempts_pkey PRIMARY KEY (order_id, number)
);

-- Notifications with a right signature, each once. attempt is the gateway's order_id, which need not be one of the shop's.
CREATE TABLE payment_notifications (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT payment_notifications_pkey PRIMARY KEY,
    at timestamptz NOT NULL,
    attempt text NOT NULL CONSTRAINT payment_notifications_attempt_check CHECK (char_length(attempt) <= 100),
    status_code integer NOT NULL,
    amount text NOT NULL CONSTRAINT payment_notifications_amount_check CHECK (char_length(amount) <= 100),
    currency text NOT NULL CONSTRAINT payment_notifications_currency_check CHECK (char_length(currency) <= 100),
    -- The signature does not cover these two.
    payment text CONSTRAINT payment_notifications_payment_check CHECK (payment ~ '^[0-9A-Za-z-]{1,40}$'),
    means text CONSTRAINT payment_notifications_means_check CHECK (means ~ '^[0-9A-Za-z-]{1,40}$'),
    CONSTRAINT payment_notifications_key UNIQUE (attempt, status_code, amount, currency)
);
