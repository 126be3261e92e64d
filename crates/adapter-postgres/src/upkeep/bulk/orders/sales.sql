INSERT INTO stock_movements (product_id, delta, reason, order_id, actor_email, at)
SELECT i.product_id, -i.quantity, 'sale', i.order_id, o.email, i.placed_at
FROM order_items i JOIN orders o ON o.id = i.order_id
WHERE i.order_id = ANY ($1) ORDER BY i.placed_at, i.order_id, i.position
