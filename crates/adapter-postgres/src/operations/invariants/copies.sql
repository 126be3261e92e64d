-- Sales are summed from the items alone.
SELECT o.id || ': line ' || i.position AS detail FROM orders o JOIN order_items i ON i.order_id = o.id
WHERE i.placed_at <> o.placed_at OR i.cancelled <> (o.status = 'cancelled') ORDER BY o.id, i.position
