DROP TRIGGER orders_find_contact ON orders;
DROP FUNCTION find_order_contact(), place_order(jsonb), order_placed_with(text, text), idempotency_lock(text, text);
