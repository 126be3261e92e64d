-- Orders, their items as they were when they were ordered, their history, and the contacts by which they are found.

CREATE TABLE orders (
    id text NOT NULL
        CONSTRAINT orders_id_check CHECK (id ~ '^ARA-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$')
        CONSTRAINT orders_pkey PRIMARY KEY,
    -- NULL once the customer is deleted; the e-mail address stays.
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
    -- Recipient and e-mail address, folded by the application.
    search_text text NOT NULL,
    -- The order_contacts row with the same text. No foreign key: contacts are never deleted, and to check the key would lock the
    -- contact for every order.
    contact_id bigint NOT NULL
);

-- Revenue is summed from this index alone.
CREATE INDEX orders_newest_idx ON orders (placed_at DESC, id DESC) INCLUDE (status, total_cents);
CREATE INDEX orders_user_idx ON orders (user_id, placed_at DESC, id DESC);
CREATE INDEX orders_status_idx ON orders (status, placed_at DESC, id DESC);
CREATE INDEX orders_pending_refunds_idx ON orders (id) WHERE status = 'cancelled' AND payment_id IS NOT NULL AND NOT refunded;
-- The orders of a customer whose account may be deleted; their sum is read from this index alone.
CREATE INDEX orders_email_idx ON orders (email, placed_at DESC, id DESC) INCLUDE (status, total_cents);
CREATE INDEX orders_contact_idx ON orders (contact_id, placed_at DESC, id DESC);
CREATE INDEX orders_number_idx ON orders USING gin (runs_of_number(id) COLLATE "C");

CREATE TABLE order_items (
    order_id text NOT NULL CONSTRAINT order_items_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    -- The line's place in the order, from 0.
    position smallint NOT NULL CONSTRAINT order_items_position_check CHECK (position BETWEEN 0 AND 99),
    -- NULL once the product is deleted; the copy in this row stays.
    product_id uuid CONSTRAINT order_items_product_id_fkey REFERENCES products (id) ON DELETE SET NULL,
    code text NOT NULL,
    name text NOT NULL,
    image text,
    price_cents bigint NOT NULL CONSTRAINT order_items_price_check CHECK (price_cents BETWEEN 1 AND 100000000000),
    quantity integer NOT NULL CONSTRAINT order_items_quantity_check CHECK (quantity BETWEEN 1 AND 1000000),
    -- Copies of the order's time and of whether it is cancelled, so that sales are read from an index of this table alone.
    placed_at timestamptz NOT NULL,
    cancelled boolean NOT NULL DEFAULT false,
    CONSTRAINT order_items_pkey PRIMARY KEY (order_id, position)
);

-- The sales of one product, and of all products between two times.
CREATE INDEX order_items_product_idx ON order_items (product_id, placed_at) INCLUDE (quantity, cancelled) WHERE product_id IS NOT NULL;
CREATE INDEX order_items_sold_idx ON order_items (placed_at) INCLUDE (product_id, quantity, price_cents, cancelled);

CREATE TABLE order_events (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT order_events_pkey PRIMARY KEY,
    order_id text NOT NULL CONSTRAINT order_events_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    at timestamptz NOT NULL,
    actor_email text,
    -- NULL for the first event.
    from_status text CONSTRAINT order_events_from_status_check CHECK (from_status IN ('processing', 'shipped', 'completed', 'cancelled')),
    to_status text NOT NULL CONSTRAINT order_events_to_status_check CHECK (to_status IN ('processing', 'shipped', 'completed', 'cancelled')),
    request_id text
);

CREATE INDEX order_events_order_idx ON order_events (order_id, id);

-- Recipient and e-mail address of orders, once for each customer, with the number of orders: a search reads the customers that it
-- finds and not all their orders. Two rows may have the same text, because an order that is being placed looks only at the last few
-- orders of its address and waits for none. Each order has one contact, so the numbers add up all the same.
CREATE TABLE order_contacts (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT order_contacts_pkey PRIMARY KEY,
    -- Recipient and e-mail address, folded by the application.
    search_text text NOT NULL,
    -- The number of orders of each status, without the rows of order_contact_changes.
    processing bigint NOT NULL DEFAULT 0,
    shipped bigint NOT NULL DEFAULT 0,
    completed bigint NOT NULL DEFAULT 0,
    cancelled bigint NOT NULL DEFAULT 0
)
WITH (fillfactor = 80);

CREATE INDEX order_contacts_search_idx ON order_contacts USING gin (runs_of(search_text) COLLATE "C");

-- Changes of those numbers. Rows are only added; the minute's task folds them into order_contacts.
CREATE TABLE order_contact_changes (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT order_contact_changes_pkey PRIMARY KEY,
    contact_id bigint NOT NULL,
    status text NOT NULL,
    n bigint NOT NULL
);
