ALTER TABLE order_payments DROP COLUMN confirm_above_cents, DROP COLUMN customer_reached;
DELETE FROM order_events WHERE kind IN ('codConfirmed', 'codUnreachable');
UPDATE order_events SET kind = 'cancelled' WHERE kind = 'codRefused';
ALTER TABLE order_events DROP CONSTRAINT order_events_kind_check;
ALTER TABLE order_events ADD CONSTRAINT order_events_kind_check CHECK (
    kind IN ('packed', 'unpacked', 'readyForPickup', 'handedOver', 'delivered', 'undelivered', 'cancelled', 'note')
) NOT VALID;
