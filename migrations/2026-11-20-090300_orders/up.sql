-- Orders, their items as they were at the moment of ordering, their history, and the keys that make placing one safe to
-- repeat.

CREATE TABLE orders (
    id text NOT NULL
        CONSTRAINT orders_id_check CHECK (id ~ '^ARA-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$')
        CONSTRAINT orders_pkey PRIMARY KEY,
    -- NULL once the customer is deleted; the address beside it stays.
    user_id uuid CONSTRAINT orders_user_id_fkey REFERENCES users (id) ON DELETE SET NULL,
    email text NOT NULL CONSTRAINT orders_email_check CHECK (char_length(email) BETWEEN 3 AND 254),
    status text NOT NULL CONSTRAINT orders_status_check CHECK (status IN ('processing', 'shipped', 'completed', 'cancelled')),
    placed_at timestamptz NOT NULL,
    shipping_name text NOT NULL CONSTRAINT orders_shipping_name_check CHECK (char_length(shipping_name) BETWEEN 1 AND 200),
    shipping_address text NOT NULL CONSTRAINT orders_shipping_address_check CHECK (char_length(shipping_address) BETWEEN 1 AND 1000),
    shipping_phone text NOT NULL CONSTRAINT orders_shipping_phone_check CHECK (shipping_phone ~ '^[0-9 +()-]{7,20}$'),
    payment_id text CONSTRAINT orders_payment_id_check CHECK (char_length(payment_id) BETWEEN 1 AND 200),
    refunded boolean NOT NULL DEFAULT false,
    notes text NOT NULL DEFAULT '' CONSTRAINT orders_notes_check CHECK (char_length(notes) <= 2000),
    total_cents bigint NOT NULL CONSTRAINT orders_total_check CHECK (total_cents BETWEEN 0 AND 100000000000),
    -- Number, recipient and e-mail folded by the application, and the hashed n-grams of that.
    search_text text NOT NULL,
    search_grams integer[] NOT NULL
);

-- Revenue is summed from this one alone.
CREATE INDEX orders_newest_idx ON orders (placed_at DESC, id DESC) INCLUDE (status, total_cents);
CREATE INDEX orders_user_idx ON orders (user_id, placed_at DESC, id DESC);
CREATE INDEX orders_status_idx ON orders (status, placed_at DESC, id DESC);
CREATE INDEX orders_pending_refunds_idx ON orders (id) WHERE status = 'cancelled' AND payment_id IS NOT NULL AND NOT refunded;
CREATE INDEX orders_search_idx ON orders USING gin (search_grams);

CREATE TABLE order_items (
    order_id text NOT NULL CONSTRAINT order_items_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    -- The line's place in the order, from 0.
    position smallint NOT NULL CONSTRAINT order_items_position_check CHECK (position BETWEEN 0 AND 99),
    -- NULL once the product is deleted; the copy beside it stays.
    product_id uuid CONSTRAINT order_items_product_id_fkey REFERENCES products (id) ON DELETE SET NULL,
    code text NOT NULL,
    name text NOT NULL,
    image text,
    price_cents bigint NOT NULL CONSTRAINT order_items_price_check CHECK (price_cents BETWEEN 1 AND 100000000000),
    quantity integer NOT NULL CONSTRAINT order_items_quantity_check CHECK (quantity BETWEEN 1 AND 1000000),
    -- Copies of the order's moment and of whether it is cancelled, so that sales are read from an index alone.
    placed_at timestamptz NOT NULL,
    cancelled boolean NOT NULL DEFAULT false,
    CONSTRAINT order_items_pkey PRIMARY KEY (order_id, position)
);

-- The sales of one product, and those of all of them.
CREATE INDEX order_items_product_idx ON order_items (product_id, placed_at) INCLUDE (quantity, cancelled) WHERE product_id IS NOT NULL;
CREATE INDEX order_items_recent_idx ON order_items (placed_at) INCLUDE (product_id, quantity, cancelled);

CREATE TABLE order_events (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT order_events_pkey PRIMARY KEY,
    order_id text NOT NULL CONSTRAINT order_events_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    at timestamptz NOT NULL,
    actor_email text,
    -- NULL for the first one.
    from_status text CONSTRAINT order_events_from_status_check CHECK (from_status IN ('processing', 'shipped', 'completed', 'cancelled')),
    to_status text NOT NULL CONSTRAINT order_events_to_status_check CHECK (to_status IN ('processing', 'shipped', 'completed', 'cancelled')),
    request_id text
);

CREATE INDEX order_events_order_idx ON order_events (order_id, id);

CREATE TABLE idempotency_keys (
    user_id uuid NOT NULL CONSTRAINT idempotency_keys_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    key text NOT NULL CONSTRAINT idempotency_keys_key_check CHECK (char_length(key) BETWEEN 1 AND 255),
    -- What the request meant; the same key with another meaning is refused.
    meaning text NOT NULL,
    order_id text NOT NULL CONSTRAINT idempotency_keys_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, key)
);

CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);
