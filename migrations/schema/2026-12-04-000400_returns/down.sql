DROP TRIGGER order_items_sum_up_returned ON order_items;
DROP FUNCTION sum_up_returned_item();

CREATE OR REPLACE FUNCTION sum_up_cancelled_item() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    sign CONSTANT integer := CASE WHEN NEW.cancelled THEN -1 ELSE 1 END;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(sales_lock());
    INSERT INTO product_sales AS s (days, product_id, units, revenue_cents)
    SELECT span.days, NEW.product_id, sign * NEW.quantity, sign * (NEW.quantity * NEW.price_cents - NEW.discount_cents)
    FROM sales_spans span WHERE NEW.placed_at > span.since AND NEW.placed_at <= span.until
    ON CONFLICT (days, product_id)
        DO UPDATE SET units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION sales_since_summed(wanted_days integer, after timestamptz, upto timestamptz)
RETURNS TABLE (product_id uuid, units bigint, revenue_cents bigint)
LANGUAGE plpgsql STABLE ROWS 200
SET enable_seqscan = off
AS $$
BEGIN
    RETURN QUERY
    SELECT i.product_id, sum(part.sign * i.quantity)::bigint, sum(part.sign * (i.quantity * i.price_cents - i.discount_cents))::bigint
    FROM sales_spans s
    CROSS JOIN LATERAL (VALUES
        (1, after, least(upto, s.since)), (1, greatest(after, s.until), upto),
        (-1, s.since, least(s.until, after)), (-1, greatest(s.since, upto), s.until)
    ) AS part (sign, low, high)
    JOIN order_items i ON i.placed_at > part.low AND i.placed_at <= part.high
    WHERE s.days = wanted_days AND i.product_id IS NOT NULL AND NOT i.cancelled
    GROUP BY i.product_id;
END $$;

CREATE OR REPLACE TRIGGER order_items_note_sales AFTER UPDATE OF cancelled, quantity ON order_items
    FOR EACH ROW WHEN ((OLD.cancelled, OLD.quantity) IS DISTINCT FROM (NEW.cancelled, NEW.quantity)) EXECUTE FUNCTION note_catalogue_change('false');

DELETE FROM order_events
WHERE kind IN ('returnRequested', 'returnApproved', 'returnRejected', 'returnWithdrawn', 'returnReceived');
ALTER TABLE order_events
    DROP CONSTRAINT order_events_kind_check,
    ADD CONSTRAINT order_events_kind_check CHECK (
        kind IN ('packed', 'unpacked', 'readyForPickup', 'handedOver', 'delivered', 'undelivered', 'cancelled', 'note',
            'codConfirmed', 'codUnreachable', 'codRefused', 'parcel', 'parcelMailed')
    );

ALTER TABLE stock_movements
    DROP CONSTRAINT stock_movements_reason_check,
    DROP CONSTRAINT stock_movements_order_check;
-- The stock stays the sum of its movements.
UPDATE stock_movements SET reason = 'adjustment', order_id = NULL WHERE reason = 'return';
ALTER TABLE stock_movements
    ADD CONSTRAINT stock_movements_reason_check
        CHECK (reason IN ('initial', 'sale', 'cancellation', 'reinstatement', 'adjustment', 'edit', 'import')),
    ADD CONSTRAINT stock_movements_order_check
        CHECK ((order_id IS NOT NULL) = (reason IN ('sale', 'cancellation', 'reinstatement')));

DROP INDEX order_items_sold_idx;
CREATE INDEX order_items_sold_idx ON order_items (placed_at) INCLUDE (product_id, quantity, price_cents, cancelled, discount_cents);
DROP INDEX order_items_product_idx;
CREATE INDEX order_items_product_idx ON order_items (product_id, placed_at) INCLUDE (quantity, cancelled) WHERE product_id IS NOT NULL;

ALTER TABLE order_items DROP COLUMN returned, DROP COLUMN returned_cents;
ALTER TABLE order_fulfilment DROP COLUMN delivered_at;

DROP TABLE return_photos;
DROP TABLE order_return_items;
DROP TABLE order_returns;
