-- The prices that each product had, written by trigger since this table exists. A discount is compared with the lowest price of the
-- 30 days before it, and prices that were not recorded cannot be found out later.
CREATE TABLE price_history (
    -- Orders the prices of one product: its row is locked while one is written.
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT price_history_pkey PRIMARY KEY,
    product_id uuid NOT NULL CONSTRAINT price_history_product_id_fkey REFERENCES products (id) ON DELETE CASCADE,
    price_cents bigint NOT NULL,
    last_price_cents bigint NOT NULL,
    -- When the product got these prices. For a product that is older than this table: when the table was created.
    at timestamptz NOT NULL,
    CONSTRAINT price_history_prices_check CHECK (0 < last_price_cents AND last_price_cents <= price_cents)
);

CREATE INDEX price_history_product_idx ON price_history (product_id, id DESC);
