INSERT INTO orders (id, user_id, email, status, placed_at, shipping_name, shipping_address, shipping_phone, total_cents, search_text)
SELECT 'ARA-0000-0000', user_id, email, status, placed_at, shipping_name, shipping_address, shipping_phone, 0, search_text
FROM orders LIMIT 1
