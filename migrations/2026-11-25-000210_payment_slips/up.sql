-- Bank slips, and what waits for staff.

SELECT pg_temp.lock_tables('orders IN SHARE ROW EXCLUSIVE MODE');

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
    CONSTRAINT payment_slips_accepted_check CHECK (state <> 'accepted' OR bank_reference IS NOT NULL)
);

CREATE INDEX payment_slips_order_idx ON payment_slips (order_id, at, id);
CREATE INDEX payment_slips_digest_idx ON payment_slips (digest);
-- A transfer pays one order.
CREATE UNIQUE INDEX payment_slips_bank_reference_key ON payment_slips (bank_reference) WHERE state = 'accepted';

CREATE TABLE attention (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT attention_pkey PRIMARY KEY,
    at timestamptz NOT NULL,
    kind text NOT NULL CONSTRAINT attention_kind_check CHECK (kind IN ('unmatched', 'amountMismatch', 'duplicatePayment', 'latePayment')),
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
