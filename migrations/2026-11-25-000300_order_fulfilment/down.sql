DROP TABLE order_notes, order_fulfilment;
DELETE FROM order_events WHERE kind = 'note';
ALTER TABLE order_events DROP COLUMN kind;
