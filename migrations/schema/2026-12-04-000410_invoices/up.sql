-- Invoices, credit notes and tax invoices, each kind in a series of its own without gaps; and the rate of VAT that an order was quoted with.

SELECT pg_temp.lock_tables('order_pricing IN ACCESS EXCLUSIVE MODE');

-- The last number of each series that has begun. Locked last in a transaction, so that a change that is rolled back uses no number.
CREATE TABLE invoice_series (
    kind text NOT NULL
        CONSTRAINT invoice_series_pkey PRIMARY KEY
        CONSTRAINT invoice_series_kind_check CHECK (kind IN ('invoice', 'creditNote', 'taxInvoice')),
    last integer NOT NULL CONSTRAINT invoice_series_last_check CHECK (last >= 1)
);

-- Documents are kept, whatever becomes of the customer.
CREATE TABLE invoices (
    kind text NOT NULL CONSTRAINT invoices_kind_fkey REFERENCES invoice_series (kind),
    -- The place in the series, from 1.
    place integer NOT NULL CONSTRAINT invoices_place_check CHECK (place >= 1),
    -- The number as it is printed.
    number text NOT NULL
        CONSTRAINT invoices_number_check CHECK (number ~ '^[0-9A-Za-z-]{1,40}$')
        CONSTRAINT invoices_number_key UNIQUE,
    order_id text NOT NULL CONSTRAINT invoices_order_id_fkey REFERENCES orders (id),
    issued_at timestamptz NOT NULL,
    total_cents bigint NOT NULL CONSTRAINT invoices_total_check CHECK (total_cents BETWEEN 0 AND 100000000000),
    -- The VAT inside the total; 0 where the shop was not registered.
    vat_cents bigint NOT NULL CONSTRAINT invoices_vat_check CHECK (vat_cents BETWEEN 0 AND total_cents),
    -- Of a credit note: the document that it takes back, why, and the number of the refund or return within the order.
    credits text,
    reason text CONSTRAINT invoices_reason_check CHECK (reason IN ('goodwill', 'return', 'cancelled', 'replaced')),
    credit_number integer CONSTRAINT invoices_credit_number_check CHECK (credit_number >= 1),
    -- How often staff printed it.
    prints integer NOT NULL DEFAULT 0 CONSTRAINT invoices_prints_check CHECK (prints >= 0),
    -- As domain::invoices::document writes it.
    content jsonb NOT NULL CONSTRAINT invoices_content_check CHECK (jsonb_typeof(content) = 'object'),
    CONSTRAINT invoices_pkey PRIMARY KEY (kind, place),
    CONSTRAINT invoices_credit_check CHECK (
        (kind = 'creditNote') = (credits IS NOT NULL) AND (credits IS NULL) = (reason IS NULL)
        AND (credit_number IS NOT NULL) = coalesce(reason IN ('goodwill', 'return'), false)
    )
);
CREATE INDEX invoices_order_id_idx ON invoices (order_id);
-- A credit is noted once, and the rest of an invoice is taken back once.
CREATE UNIQUE INDEX invoices_credits_idx ON invoices (credits, reason, credit_number) NULLS NOT DISTINCT WHERE kind = 'creditNote';

-- The rate of VAT that the customer was told; NULL where the shop was not registered.
ALTER TABLE order_pricing ADD COLUMN vat_percent smallint
    CONSTRAINT order_pricing_vat_percent_check CHECK (vat_percent BETWEEN 1 AND 99);
