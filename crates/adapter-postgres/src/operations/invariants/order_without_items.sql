SELECT o.id AS detail FROM orders o
WHERE NOT EXISTS (SELECT FROM order_items i WHERE i.order_id = o.id) ORDER BY o.id
