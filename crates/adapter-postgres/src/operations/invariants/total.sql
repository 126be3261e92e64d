SELECT o.id || ': ' || o.total_cents || ' cents, its lines, delivery and fee make ' || o.parts AS detail
FROM (
    SELECT o.id, o.total_cents,
           sum(i.price_cents * i.quantity - i.discount_cents) + coalesce(p.delivery_cents - p.delivery_discount_cents + p.payment_fee_cents, 0) AS parts
    FROM orders o JOIN order_items i ON i.order_id = o.id LEFT JOIN order_pricing p ON p.order_id = o.id
    GROUP BY o.id, p.order_id
) AS o
WHERE o.total_cents <> o.parts ORDER BY o.id
