-- Orders, their items as they were when they were ordered, their delivery and price, their history, and the contacts by which they are
-- found.

CREATE TABLE orders (
    -- Shops choose the letters that the numbers of new orders begin with.
    id text NOT NULL
        CONSTRAINT orders_id_check CHECK (id ~ '^[A-Z]{2,5}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$')
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
-- Telephone numbers by their last nine digits, which are the same in every spelling of a number of Sri Lanka.
CREATE INDEX orders_phone_idx ON orders ((right(ltrim(translate(shipping_phone, ' +()-', ''), '0'), 9)) COLLATE "C");
-- Orders that are paid without a payment.
CREATE INDEX orders_free_idx ON orders (id) WHERE total_cents = 0;

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

-- The delivery of an order. An order without a row goes by standard delivery to an address in one text.
CREATE TABLE order_delivery (
    order_id text NOT NULL
        CONSTRAINT order_delivery_pkey PRIMARY KEY
        CONSTRAINT order_delivery_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    method text NOT NULL CONSTRAINT order_delivery_method_check CHECK (method IN ('standard', 'express', 'pickup')),
    district text CONSTRAINT order_delivery_district_check CHECK (char_length(district) BETWEEN 1 AND 100),
    -- The address in its parts; NULL where only text came. orders.shipping_address has it as text.
    line1 text CONSTRAINT order_delivery_line1_check CHECK (char_length(line1) BETWEEN 1 AND 200),
    line2 text CONSTRAINT order_delivery_line2_check CHECK (char_length(line2) BETWEEN 1 AND 200),
    city text CONSTRAINT order_delivery_city_check CHECK (char_length(city) BETWEEN 1 AND 100),
    postal_code text CONSTRAINT order_delivery_postal_code_check CHECK (postal_code ~ '^[0-9]{5}$'),
    -- The days that the customer was told.
    estimated_from date,
    estimated_to date,
    CONSTRAINT order_delivery_address_check CHECK (
        CASE WHEN line1 IS NULL THEN line2 IS NULL AND city IS NULL AND postal_code IS NULL
             ELSE city IS NOT NULL AND district IS NOT NULL END),
    CONSTRAINT order_delivery_estimate_check CHECK (
        (estimated_from IS NULL) = (estimated_to IS NULL) AND estimated_from <= estimated_to)
);

-- The parts of an order's total, and the settings that it was priced with. An order without a row costs the full price of its goods,
-- paid on delivery.
CREATE TABLE order_pricing (
    order_id text NOT NULL
        CONSTRAINT order_pricing_pkey PRIMARY KEY
        CONSTRAINT order_pricing_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    -- Goods at full price, delivery and fee. orders.total_cents is this less the discounts.
    labeled_total_cents bigint NOT NULL,
    delivery_cents bigint NOT NULL,
    -- The part of it that is free.
    delivery_discount_cents bigint NOT NULL,
    -- The method of payment that the order was priced with, and its fee.
    payment_method text NOT NULL,
    payment_fee_cents bigint NOT NULL,
    -- The lines that sum to the total: [{code, label, cents}].
    explanation jsonb NOT NULL,
    -- One CHECK for all amounts: the stored text of each is parsed by each statement that writes the table, and each order writes it. The
    -- rest of a row is checked when it is read.
    CONSTRAINT order_pricing_money_check CHECK (
        least(labeled_total_cents, delivery_discount_cents, payment_fee_cents) >= 0
        AND delivery_discount_cents <= delivery_cents
        AND greatest(labeled_total_cents, delivery_cents, payment_fee_cents) <= 100000000000)
);

-- What is known of an order beyond its status. An order without a row is where its status says.
CREATE TABLE order_fulfilment (
    order_id text NOT NULL
        CONSTRAINT order_fulfilment_pkey PRIMARY KEY
        CONSTRAINT order_fulfilment_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    -- The point that the order has reached, where its status does not tell. Ignored where it does not belong to the status.
    stage text CONSTRAINT order_fulfilment_stage_check CHECK (stage IN ('packed', 'readyForPickup', 'handedOver', 'delivered')),
    courier text CONSTRAINT order_fulfilment_courier_check CHECK (char_length(courier) BETWEEN 1 AND 100),
    tracking_number text CONSTRAINT order_fulfilment_tracking_number_check CHECK (char_length(tracking_number) BETWEEN 1 AND 100),
    tracking_url text CONSTRAINT order_fulfilment_tracking_url_check
        CHECK (tracking_url ~* '^https://' AND char_length(tracking_url) <= 2048),
    -- The customer's remark when they placed the order.
    customer_note text CONSTRAINT order_fulfilment_customer_note_check CHECK (char_length(customer_note) BETWEEN 1 AND 500)
);

-- The packed orders of the packing queue.
CREATE INDEX order_fulfilment_stage_idx ON order_fulfilment (stage, order_id) WHERE stage IN ('packed', 'readyForPickup');

CREATE TABLE order_events (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT order_events_pkey PRIMARY KEY,
    order_id text NOT NULL CONSTRAINT order_events_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    at timestamptz NOT NULL,
    actor_email text,
    -- NULL for the first event.
    from_status text CONSTRAINT order_events_from_status_check CHECK (from_status IN ('processing', 'shipped', 'completed', 'cancelled')),
    to_status text NOT NULL CONSTRAINT order_events_to_status_check CHECK (to_status IN ('processing', 'shipped', 'completed', 'cancelled')),
    request_id text,
    -- NULL for placing an order and for a status that was set.
    kind text CONSTRAINT order_events_kind_check CHECK (
        kind IN ('packed', 'unpacked', 'readyForPickup', 'handedOver', 'delivered', 'undelivered', 'cancelled', 'note',
            'codConfirmed', 'codUnreachable', 'codRefused', 'parcel', 'parcelMailed')
    )
);

CREATE INDEX order_events_order_idx ON order_events (order_id, id);

-- The text of a note, or the reason of a cancellation, beside its event.
CREATE TABLE order_notes (
    event_id bigint NOT NULL
        CONSTRAINT order_notes_pkey PRIMARY KEY
        CONSTRAINT order_notes_event_id_fkey REFERENCES order_events (id) ON DELETE CASCADE,
    visibility text NOT NULL CONSTRAINT order_notes_visibility_check CHECK (visibility IN ('internal', 'customer')),
    text text NOT NULL CONSTRAINT order_notes_text_check CHECK (char_length(text) BETWEEN 1 AND 2000)
);

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

-- The keys that make placing an order safe to repeat.
CREATE TABLE idempotency_keys (
    -- The kind and the id of the customer that sent the key: `user:<uuid>` for an account. Customers without an account will have a
    -- kind of their own.
    owner_key text NOT NULL CONSTRAINT idempotency_keys_owner_key_check CHECK (owner_key ~ '^[a-z]+:.' AND char_length(owner_key) <= 300),
    key text NOT NULL CONSTRAINT idempotency_keys_key_check CHECK (char_length(key) BETWEEN 1 AND 255),
    -- The content of the request; the same key with another content is refused.
    meaning text NOT NULL,
    order_id text NOT NULL CONSTRAINT idempotency_keys_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    -- The account in owner_key, so that the keys of a deleted user are deleted too.
    user_id uuid GENERATED ALWAYS AS (CASE WHEN owner_key LIKE 'user:%' THEN substr(owner_key, 6)::uuid END) STORED
        CONSTRAINT idempotency_keys_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT idempotency_keys_pkey PRIMARY KEY (owner_key, key)
);

CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);
CREATE INDEX idempotency_keys_user_id_idx ON idempotency_keys (user_id) WHERE user_id IS NOT NULL;
