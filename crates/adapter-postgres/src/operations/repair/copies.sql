UPDATE order_items i SET placed_at = o.placed_at, cancelled = (o.status = 'cancelled')
FROM orders o
WHERE o.id = i.order_id AND (i.placed_at <> o.placed_at OR i.cancelled <> (o.status = 'cancelled'))
