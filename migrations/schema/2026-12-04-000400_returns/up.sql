-- Returns: units of delivered orders that customers send back, with their photos, and what the sums of sales need of them. The tables that
-- orders write are locked while their new columns and checks are compared with their rows.

SELECT pg_temp.lock_tables('order_items IN ACCESS EXCLUSIVE MODE', 'stock_movements IN ACCESS EXCLUSIVE MODE',
    'order_events IN ACCESS EXCLUSIVE MODE', 'order_fulfilment IN ACCESS EXCLUSIVE MODE');

CREATE TABLE order_returns (
    order_id text NOT NULL CONSTRAINT order_returns_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    -- The return's place among those of the order, from 1.
    number integer NOT NULL CONSTRAINT order_returns_number_check CHECK (number >= 1),
    state text NOT NULL CONSTRAINT order_returns_state_check
        CHECK (state IN ('requested', 'approved', 'rejected', 'withdrawn', 'received')),
    reason text NOT NULL CONSTRAINT order_returns_reason_check
        CHECK (reason IN ('damaged', 'wrongItem', 'notAsDescribed', 'expired', 'changedMind')),
    comment text CONSTRAINT order_returns_comment_check CHECK (char_length(comment) BETWEEN 1 AND 500),
    resolution text NOT NULL CONSTRAINT order_returns_resolution_check CHECK (resolution IN ('refund', 'exchange')),
    -- Whether staff requested it for the customer.
    by_staff boolean NOT NULL,
    -- The customer's bank account, sealed with the data key; NULL once it is deleted.
    account bytea,
    requested_at timestamptz NOT NULL,
    -- When it was approved, rejected or withdrawn, and why.
    decided_at timestamptz CONSTRAINT order_returns_decided_check CHECK ((decided_at IS NOT NULL) = (state <> 'requested')),
    decision text CONSTRAINT order_returns_decision_check CHECK (char_length(decision) BETWEEN 1 AND 500),
    received_at timestamptz CONSTRAINT order_returns_received_check CHECK ((received_at IS NOT NULL) = (state = 'received')),
    -- What the order costs less by it, and the part of it for delivery and fee.
    credit_cents bigint NOT NULL CONSTRAINT order_returns_credit_check
        CHECK (credit_cents BETWEEN 0 AND 100000000000 AND (credit_cents = 0 OR state = 'received')),
    delivery_credit_cents bigint NOT NULL CONSTRAINT order_returns_delivery_credit_check
        CHECK (delivery_credit_cents BETWEEN 0 AND credit_cents),
    -- The Idempotency-Key of the request.
    key text CONSTRAINT order_returns_key_check CHECK (char_length(key) BETWEEN 1 AND 255),
    CONSTRAINT order_returns_pkey PRIMARY KEY (order_id, number)
);

CREATE UNIQUE INDEX order_returns_key_key ON order_returns (order_id, key) WHERE key IS NOT NULL;
-- The returns that wait for staff or for their goods.
CREATE INDEX order_returns_open_idx ON order_returns (state, order_id) WHERE state IN ('requested', 'approved');
-- The returns whose bank account is to be deleted.
CREATE INDEX order_returns_account_idx ON order_returns (greatest(requested_at, decided_at, received_at)) WHERE account IS NOT NULL;

CREATE TABLE order_return_items (
    order_id text NOT NULL,
    number integer NOT NULL,
    -- The item of the order.
    position smallint NOT NULL,
    -- The units that the customer wants to send back.
    quantity integer NOT NULL CONSTRAINT order_return_items_quantity_check CHECK (quantity BETWEEN 1 AND 1000000),
    -- The units that came back and are sold again, and those that are not.
    restocked integer NOT NULL CONSTRAINT order_return_items_restocked_check CHECK (restocked >= 0),
    written_off integer NOT NULL CONSTRAINT order_return_items_written_off_check CHECK (written_off >= 0),
    -- What the units that came back are worth.
    credit_cents bigint NOT NULL CONSTRAINT order_return_items_credit_check CHECK (credit_cents BETWEEN 0 AND 100000000000),
    CONSTRAINT order_return_items_pkey PRIMARY KEY (order_id, number, position),
    CONSTRAINT order_return_items_return_fkey FOREIGN KEY (order_id, number) REFERENCES order_returns (order_id, number) ON DELETE CASCADE,
    CONSTRAINT order_return_items_item_fkey FOREIGN KEY (order_id, position) REFERENCES order_items (order_id, position) ON DELETE CASCADE,
    CONSTRAINT order_return_items_units_check CHECK (restocked + written_off <= quantity)
);

CREATE TABLE return_photos (
    id uuid NOT NULL CONSTRAINT return_photos_pkey PRIMARY KEY,
    order_id text NOT NULL,
    number integer NOT NULL,
    at timestamptz NOT NULL,
    -- As WebP, without metadata. It is never public.
    picture bytea NOT NULL,
    CONSTRAINT return_photos_return_fkey FOREIGN KEY (order_id, number) REFERENCES order_returns (order_id, number) ON DELETE CASCADE
);

CREATE INDEX return_photos_order_idx ON return_photos (order_id, number, at, id);

-- The days for returns begin with the delivery. Orders that were delivered longer ago than the most days that a shop may give need no time.
ALTER TABLE order_fulfilment ADD COLUMN delivered_at timestamptz;
INSERT INTO order_fulfilment (order_id, delivered_at)
SELECT e.order_id, max(e.at) FROM order_events e
WHERE e.to_status = 'completed' AND e.from_status IS DISTINCT FROM 'completed' AND e.at > now() - interval '366 days'
GROUP BY e.order_id
ON CONFLICT (order_id) DO UPDATE SET delivered_at = excluded.delivered_at;

-- The units of an item that came back and what they are worth, copied from its returns: sales are read from this table alone.
ALTER TABLE order_items
    ADD COLUMN returned integer NOT NULL DEFAULT 0,
    ADD COLUMN returned_cents bigint NOT NULL DEFAULT 0,
    -- One CHECK for both: each order writes items.
    ADD CONSTRAINT order_items_returned_check CHECK (returned BETWEEN 0 AND quantity AND returned_cents >= 0);

DROP INDEX order_items_product_idx;
CREATE INDEX order_items_product_idx ON order_items (product_id, placed_at) INCLUDE (quantity, cancelled, returned)
    WHERE product_id IS NOT NULL;
DROP INDEX order_items_sold_idx;
CREATE INDEX order_items_sold_idx ON order_items (placed_at)
    INCLUDE (product_id, quantity, price_cents, cancelled, discount_cents, returned, returned_cents);

ALTER TABLE stock_movements
    DROP CONSTRAINT stock_movements_reason_check,
    DROP CONSTRAINT stock_movements_order_check,
    ADD CONSTRAINT stock_movements_reason_check
        CHECK (reason IN ('initial', 'sale', 'cancellation', 'reinstatement', 'return', 'adjustment', 'edit', 'import')),
    ADD CONSTRAINT stock_movements_order_check
        CHECK ((order_id IS NOT NULL) = (reason IN ('sale', 'cancellation', 'reinstatement', 'return')));

ALTER TABLE order_events
    DROP CONSTRAINT order_events_kind_check,
    ADD CONSTRAINT order_events_kind_check CHECK (
        kind IN ('packed', 'unpacked', 'readyForPickup', 'handedOver', 'delivered', 'undelivered', 'cancelled', 'note',
            'codConfirmed', 'codUnreachable', 'codRefused', 'parcel', 'parcelMailed',
            'returnRequested', 'returnApproved', 'returnRejected', 'returnWithdrawn', 'returnReceived')
    );

-- Takes a cancelled item from the sums, or adds a reinstated one: the units that did not come back. The lock on the product is held.
CREATE OR REPLACE FUNCTION sum_up_cancelled_item() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    sign CONSTANT integer := CASE WHEN NEW.cancelled THEN -1 ELSE 1 END;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(sales_lock());
    INSERT INTO product_sales AS s (days, product_id, units, revenue_cents)
    SELECT span.days, NEW.product_id, sign * (NEW.quantity - NEW.returned),
        sign * (NEW.quantity * NEW.price_cents - NEW.discount_cents - NEW.returned_cents)
    FROM sales_spans span WHERE NEW.placed_at > span.since AND NEW.placed_at <= span.until
    ON CONFLICT (days, product_id)
        DO UPDATE SET units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents;
    RETURN NULL;
END $$;

-- Takes units that came back from the sums. The order is not cancelled.
CREATE FUNCTION sum_up_returned_item() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(sales_lock());
    INSERT INTO product_sales AS s (days, product_id, units, revenue_cents)
    SELECT span.days, NEW.product_id, OLD.returned - NEW.returned, OLD.returned_cents - NEW.returned_cents
    FROM sales_spans span WHERE NEW.placed_at > span.since AND NEW.placed_at <= span.until
    ON CONFLICT (days, product_id)
        DO UPDATE SET units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents;
    RETURN NULL;
END $$;
CREATE TRIGGER order_items_sum_up_returned AFTER UPDATE OF returned, returned_cents ON order_items
    FOR EACH ROW WHEN (NOT NEW.cancelled AND NEW.product_id IS NOT NULL) EXECUTE FUNCTION sum_up_returned_item();

-- Sales, which the catalogue shows, change when an order is cancelled or returned, also one whose products are deleted.
CREATE OR REPLACE TRIGGER order_items_note_sales AFTER UPDATE OF cancelled, quantity, returned ON order_items
    FOR EACH ROW WHEN ((OLD.cancelled, OLD.quantity, OLD.returned) IS DISTINCT FROM (NEW.cancelled, NEW.quantity, NEW.returned))
    EXECUTE FUNCTION note_catalogue_change('false');

-- The difference between the sums of the span of `wanted_days` days and the sales in (after, upto]: the items of the parts where the
-- two do not overlap.
CREATE OR REPLACE FUNCTION sales_since_summed(wanted_days integer, after timestamptz, upto timestamptz)
RETURNS TABLE (product_id uuid, units bigint, revenue_cents bigint)
LANGUAGE plpgsql STABLE ROWS 200
SET enable_seqscan = off
AS $$
BEGIN
    RETURN QUERY
    SELECT i.product_id, sum(part.sign * (i.quantity - i.returned))::bigint,
        sum(part.sign * (i.quantity * i.price_cents - i.discount_cents - i.returned_cents))::bigint
    FROM sales_spans s
    CROSS JOIN LATERAL (VALUES
        (1, after, least(upto, s.since)), (1, greatest(after, s.until), upto),
        (-1, s.since, least(s.until, after)), (-1, greatest(s.since, upto), s.until)
    ) AS part (sign, low, high)
    JOIN order_items i ON i.placed_at > part.low AND i.placed_at <= part.high
    WHERE s.days = wanted_days AND i.product_id IS NOT NULL AND NOT i.cancelled
    GROUP BY i.product_id;
END $$;
