INSERT INTO stock_movements (product_id, delta, reason, order_id, actor_email, at)
SELECT i.product_id, i.quantity, 'cancellation', i.order_id, NULL, i.placed_at + interval '20 hours'
FROM order_items i
WHERE i.order_id = ANY ($1) AND i.cancelled ORDER BY i.placed_at, i.order_id, i.position
