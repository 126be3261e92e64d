SELECT o.id || ': ' || o.total_cents || ' cents, its lines make ' || sum(i.price_cents * i.quantity) AS detail
FROM orders o JOIN order_items i ON i.order_id = o.id
GROUP BY o.id HAVING o.total_cents <> sum(i.price_cents * i.quantity) ORDER BY o.id
