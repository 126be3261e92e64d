DROP FUNCTION place_order(jsonb);
DROP FUNCTION order_placed_with(uuid, text);
DROP FUNCTION idempotency_lock(uuid, text);
