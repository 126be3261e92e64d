INSERT INTO order_items (order_id, position, product_id, code, name, image, price_cents, quantity, placed_at, cancelled)
SELECT l.order_id, l.position, l.product_id, l.code, l.name, nullif(l.image, ''), l.price::bigint, l.quantity, o.placed_at,
    o.status = 'cancelled'
FROM unnest($1, $2, $3, $4, $5, $6, $7, $8) AS l (order_id, position, product_id, code, name, image, price, quantity)
JOIN orders o ON o.id = l.order_id
