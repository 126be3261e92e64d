DELETE FROM copies a USING copies b WHERE a.id = b.id AND a.ctid < b.ctid;
DELETE FROM copies c USING orders o WHERE c.id = o.id;
INSERT INTO orders (id, user_id, email, status, placed_at, shipping_name, shipping_address, shipping_phone, total_cents, search_text)
SELECT c.id, o.user_id, o.email, CASE WHEN c.cancelled THEN 'cancelled' WHEN c.placed_at > now() - interval '3 days' THEN 'processing'
    WHEN c.placed_at > now() - interval '10 days' THEN 'shipped' ELSE 'completed' END,
    c.placed_at, o.shipping_name, o.shipping_address, o.shipping_phone, o.total_cents, o.search_text
FROM copies c JOIN orders o ON o.id = c.original;
INSERT INTO order_items (order_id, position, product_id, code, name, image, price_cents, quantity, placed_at, cancelled)
SELECT c.id, i.position, i.product_id, i.code, i.name, i.image, i.price_cents, i.quantity, c.placed_at, c.cancelled
FROM copies c JOIN order_items i ON i.order_id = c.original;
INSERT INTO order_events (order_id, at, to_status) SELECT id, placed_at, 'processing' FROM copies;
