-- The call that confirms a large order that is paid on delivery, before it is packed.
--
-- Columns and constraints are added without reading the rows: no row has a value yet. The locks wait for running orders and are held
-- for the moment of this migration.

SELECT pg_temp.lock_tables('order_payments, order_events IN ACCESS EXCLUSIVE MODE');

-- The limit in the settings when the order was placed: an order above it is confirmed. NULL asks for no call.
ALTER TABLE order_payments ADD COLUMN confirm_above_cents bigint;
ALTER TABLE order_payments ADD CONSTRAINT order_payments_confirm_above_check CHECK (confirm_above_cents >= 0) NOT VALID;
-- Whether the customer confirmed (true) or was not reached (false) in the last call; NULL before a call.
ALTER TABLE order_payments ADD COLUMN customer_reached boolean;

ALTER TABLE order_events DROP CONSTRAINT order_events_kind_check;
ALTER TABLE order_events ADD CONSTRAINT order_events_kind_check CHECK (
    kind IN ('packed', 'unpacked', 'readyForPickup', 'handedOver', 'delivered', 'undelivered', 'cancelled', 'note',
        'codConfirmed', 'codUnreachable', 'codRefused')
) NOT VALID;
