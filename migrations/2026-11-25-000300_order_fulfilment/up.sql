-- The packing and delivery of orders, and notes on them.
--
-- The column is added without reading the rows: it has no constraint that they must be checked against. The lock waits for running
-- orders and is held for the moment of this migration.

SELECT pg_temp.lock_tables('order_events IN ACCESS EXCLUSIVE MODE');

-- NULL for placing an order and for a status that was set; the release before writes no other events.
ALTER TABLE order_events ADD COLUMN kind text;
ALTER TABLE order_events ADD CONSTRAINT order_events_kind_check CHECK (
    kind IN ('packed', 'unpacked', 'readyForPickup', 'handedOver', 'delivered', 'undelivered', 'cancelled', 'note')
) NOT VALID;

-- The text of a note, or the reason of a cancellation, beside its event.
CREATE TABLE order_notes (
    event_id bigint NOT NULL
        CONSTRAINT order_notes_pkey PRIMARY KEY
        CONSTRAINT order_notes_event_id_fkey REFERENCES order_events (id) ON DELETE CASCADE,
    visibility text NOT NULL CONSTRAINT order_notes_visibility_check CHECK (visibility IN ('internal', 'customer')),
    text text NOT NULL CONSTRAINT order_notes_text_check CHECK (char_length(text) BETWEEN 1 AND 2000)
);

-- What is known of an order beyond its status. An order without a row is where its status says.
CREATE TABLE order_fulfilment (
    order_id text NOT NULL
        CONSTRAINT order_fulfilment_pkey PRIMARY KEY
        CONSTRAINT order_fulfilment_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    -- The point that the order has reached, where its status does not tell. Ignored where it does not belong to the status: the
    -- release before changes the status alone.
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
