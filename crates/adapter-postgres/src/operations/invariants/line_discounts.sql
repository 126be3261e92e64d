SELECT o.id || ': its lines are reduced by ' || o.lines || ' cents, its promotion by ' || o.promised AS detail
FROM (
    SELECT o.id, i.lines, i.is_above,
           (SELECT coalesce(sum((a ->> 'amountCents')::bigint), 0) FROM jsonb_array_elements(p.promotions) a
            WHERE a ->> 'benefit' <> 'freeDelivery') AS promised,
           (SELECT coalesce(sum((a ->> 'amountCents')::bigint), 0) FROM jsonb_array_elements(p.promotions) a
            WHERE a ->> 'benefit' = 'freeDelivery') AS of_delivery,
           coalesce(p.delivery_discount_cents, 0) AS waived
    FROM orders o
    JOIN (SELECT order_id, sum(discount_cents) AS lines, bool_or(discount_cents > price_cents * quantity) AS is_above
          FROM order_items GROUP BY order_id) AS i ON i.order_id = o.id
    LEFT JOIN order_pricing p ON p.order_id = o.id
) AS o
WHERE o.lines <> o.promised OR o.is_above OR o.of_delivery > o.waived ORDER BY o.id
