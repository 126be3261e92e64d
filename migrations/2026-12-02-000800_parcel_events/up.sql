-- Events of orders whose parcel was corrected while it was on its way.
--
-- No row is read: every kind that was allowed still is.

SELECT pg_temp.lock_tables('order_events IN ACCESS EXCLUSIVE MODE');

ALTER TABLE order_events DROP CONSTRAINT order_events_kind_check;
ALTER TABLE order_events ADD CONSTRAINT order_events_kind_check CHECK (
    kind IN ('packed', 'unpacked', 'readyForPickup', 'handedOver', 'delivered', 'undelivered', 'cancelled', 'note',
        'codConfirmed', 'codUnreachable', 'codRefused', 'parcel', 'parcelMailed')
) NOT VALID;
