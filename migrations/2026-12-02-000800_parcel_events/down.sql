DELETE FROM order_events WHERE kind IN ('parcel', 'parcelMailed');
ALTER TABLE order_events DROP CONSTRAINT order_events_kind_check;
ALTER TABLE order_events ADD CONSTRAINT order_events_kind_check CHECK (
    kind IN ('packed', 'unpacked', 'readyForPickup', 'handedOver', 'delivered', 'undelivered', 'cancelled', 'note',
        'codConfirmed', 'codUnreachable', 'codRefused')
) NOT VALID;
