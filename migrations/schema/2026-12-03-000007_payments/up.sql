-- Payments: what each order was charged and what came back, bank slips, attempts to pay at the gateway, and payments that wait for staff.
-- An order without a row in order_payments is paid in cash on delivery, and nothing was booked for it.

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
    refund_due_cents bigint NOT NULL DEFAULT 0 CONSTRAINT order_payments_refund_due_check CHECK (refund_due_cents >= 0),
    -- The limit in the settings when the order was placed: the customer of an order above it that is paid on delivery confirms it in a
    -- call before it is packed. NULL asks for no call.
    confirm_above_cents bigint CONSTRAINT order_payments_confirm_above_check CHECK (confirm_above_cents >= 0),
    -- Whether the customer confirmed (true) or was not reached (false) in the last call; NULL before a call.
    customer_reached boolean,
    -- The start of the period in which the order is paid: when it was reinstated, or changed from cash on delivery to a prepaid method;
    -- NULL where the period started when the order was placed.
    period_starts_at timestamptz,
    -- What is still to be paid of an order of which something was charged: by it such an order is found when its time is over. 0 or NULL
    -- for the others, which are found by charged_cents. The statement that places an order writes all columns that it does not know as
    -- NULL, so this one has no default.
    rest_cents bigint CONSTRAINT order_payments_rest_check CHECK (rest_cents >= 0),
    -- The time in expires_at while a bank slip in review suspends it.
    suspended_until timestamptz,
    -- The first time that the gateway did not say whether the overdue order was paid. A time before expires_at belongs to an earlier
    -- deadline.
    unanswered_since timestamptz
);

CREATE INDEX order_payments_refund_due_idx ON order_payments (order_id) WHERE refund_due_cents > 0;
CREATE INDEX order_payments_expires_idx ON order_payments (expires_at)
    WHERE expires_at IS NOT NULL AND charged_cents = 0 AND NOT has_expired;
-- The orders that can have a status of the payment other than unpaid, for the filters of the list of orders.
CREATE INDEX order_payments_charged_idx ON order_payments (order_id) WHERE charged_cents > 0;
CREATE INDEX order_payments_returned_idx ON order_payments (order_id) WHERE returned_cents > 0;
CREATE INDEX order_payments_pending_idx ON order_payments (order_id) WHERE is_pending;
CREATE INDEX order_payments_rest_idx ON order_payments (expires_at) WHERE expires_at IS NOT NULL AND rest_cents > 0 AND NOT has_expired;
-- What was credited to customers is no revenue of a day: the sums of days read the few orders with credits.
CREATE INDEX order_payments_credits_idx ON order_payments (order_id) WHERE credits_cents > 0;

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
    -- Of a charge, the letters and digits of its reference without case. Equal ones name the same transfer. NULL for references without
    -- letters and digits. It is not unique: a reversed charge frees its reference, and cash has receipts of any name. A booking of a
    -- charge takes an advisory lock of the reference before it looks for another charge.
    reference_key text,
    -- The Idempotency-Key of the request.
    request_key text CONSTRAINT payment_ledger_request_key_check CHECK (char_length(request_key) BETWEEN 1 AND 255),
    CONSTRAINT payment_ledger_pkey PRIMARY KEY (order_id, number),
    CONSTRAINT payment_ledger_charge_check CHECK (kind <> 'charge' OR reference IS NOT NULL)
);

-- An entry is reversed once, and a payment at the gateway is charged once.
CREATE UNIQUE INDEX payment_ledger_reversal_key ON payment_ledger (order_id, of_number) WHERE kind = 'reversal';
CREATE UNIQUE INDEX payment_ledger_gateway_key ON payment_ledger (reference) WHERE kind = 'charge' AND source = 'gateway';
CREATE INDEX payment_ledger_chargeback_idx ON payment_ledger (order_id) WHERE kind = 'chargeback';
-- The list of orders is searched for the names of payments at the gateway, of payments by hand and of bank transfers. The cash of a
-- delivery has no name of its own.
CREATE INDEX payment_ledger_reference_idx ON payment_ledger ((lower(reference COLLATE "C"))) WHERE reference <> 'Cash on delivery';
CREATE INDEX payment_ledger_reference_key_idx ON payment_ledger (reference_key) WHERE reference_key IS NOT NULL;
CREATE UNIQUE INDEX payment_ledger_request_key ON payment_ledger (order_id, request_key) WHERE request_key IS NOT NULL;

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
    -- When the gateway's refund is due. Of a refund that waits it is the time of the next attempt, NULL at once. Of one that is being sent
    -- it is the time after which its sender counts as ended.
    due_at timestamptz,
    -- The number of the first part of a refund that is split over several payments at the gateway; NULL for that part itself, and for a
    -- refund that is not split.
    part_of integer CONSTRAINT refunds_part_of_check CHECK (part_of < number),
    CONSTRAINT refunds_pkey PRIMARY KEY (order_id, number)
);

CREATE UNIQUE INDEX refunds_key_key ON refunds (order_id, key);
CREATE INDEX refunds_under_way_idx ON refunds (at) WHERE state IN ('requested', 'sending', 'unknown');
-- The refunds of one member of staff within a day are summed.
CREATE INDEX refunds_actor_idx ON refunds (actor_email, at) WHERE actor_email IS NOT NULL;

CREATE TABLE payment_slips (
    id uuid NOT NULL CONSTRAINT payment_slips_pkey PRIMARY KEY,
    order_id text NOT NULL CONSTRAINT payment_slips_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    at timestamptz NOT NULL,
    -- The picture as WebP, without metadata. It is never public.
    picture bytea NOT NULL,
    -- Equal pictures have equal digests: the same slip on two orders is a warning.
    digest bytea NOT NULL GENERATED ALWAYS AS (sha256(picture)) STORED,
    bank_reference text CONSTRAINT payment_slips_bank_reference_check CHECK (char_length(bank_reference) BETWEEN 1 AND 200),
    state text NOT NULL CONSTRAINT payment_slips_state_check CHECK (state IN ('inReview', 'accepted', 'rejected')),
    reason text CONSTRAINT payment_slips_reason_check CHECK (char_length(reason) BETWEEN 1 AND 500),
    -- Whether staff uploaded it for the customer.
    by_staff boolean NOT NULL DEFAULT false,
    CONSTRAINT payment_slips_accepted_check CHECK (state <> 'accepted' OR bank_reference IS NOT NULL)
);

CREATE INDEX payment_slips_order_idx ON payment_slips (order_id, at, id);
CREATE INDEX payment_slips_digest_idx ON payment_slips (digest);
-- A transfer pays one order.
CREATE UNIQUE INDEX payment_slips_bank_reference_key ON payment_slips (bank_reference) WHERE state = 'accepted';
-- For the filters and the search of the list of orders.
CREATE INDEX payment_slips_in_review_idx ON payment_slips (order_id) WHERE state = 'inReview';
CREATE INDEX payment_slips_reference_idx ON payment_slips ((lower(bank_reference COLLATE "C"))) WHERE bank_reference IS NOT NULL;
-- The slips that wait for staff, the oldest first.
CREATE INDEX payment_slips_state_idx ON payment_slips (state, at, id);

-- Payments that wait for staff.
CREATE TABLE attention (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT attention_pkey PRIMARY KEY,
    at timestamptz NOT NULL,
    kind text NOT NULL CONSTRAINT attention_kind_check
        CHECK (kind IN ('unmatched', 'amountMismatch', 'duplicatePayment', 'latePayment', 'overpaid', 'lateSlip')),
    -- NULL where no order is known.
    order_id text CONSTRAINT attention_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    detail text NOT NULL CONSTRAINT attention_detail_check CHECK (char_length(detail) BETWEEN 1 AND 500),
    closed_at timestamptz,
    closed_by text,
    note text CONSTRAINT attention_note_check CHECK (char_length(note) BETWEEN 1 AND 500),
    CONSTRAINT attention_closed_check CHECK ((closed_at IS NULL) = (note IS NULL))
);

CREATE INDEX attention_open_idx ON attention (at DESC, id DESC) WHERE closed_at IS NULL;
CREATE INDEX attention_order_idx ON attention (order_id) WHERE closed_at IS NULL;

-- Attempts to pay at the gateway.
CREATE TABLE payment_attempts (
    order_id text NOT NULL CONSTRAINT payment_attempts_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    -- The attempt's place among those of the order, from 1.
    number integer NOT NULL CONSTRAINT payment_attempts_number_check CHECK (number >= 1),
    state text NOT NULL DEFAULT 'created' CONSTRAINT payment_attempts_state_check
        CHECK (state IN ('created', 'pending', 'cancelled', 'failed', 'succeeded', 'chargedBack')),
    -- What the gateway was asked for.
    amount_cents bigint NOT NULL CONSTRAINT payment_attempts_amount_check CHECK (amount_cents BETWEEN 1 AND 100000000000),
    started_at timestamptz NOT NULL,
    -- When the gateway's records of the attempt are read next; NULL when that has ended.
    check_at timestamptz,
    CONSTRAINT payment_attempts_pkey PRIMARY KEY (order_id, number)
);

CREATE INDEX payment_attempts_check_idx ON payment_attempts (check_at) WHERE check_at IS NOT NULL;

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
