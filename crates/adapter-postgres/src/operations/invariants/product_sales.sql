SELECT coalesce(p.code, product_id::text) || ' in ' || days || ' days: ' || coalesce(kept.units, 0) || ' units for '
       || coalesce(kept.revenue_cents, 0) || ' cents, its items make ' || coalesce(real.units, 0) || ' for '
       || coalesce(real.revenue_cents, 0) AS detail
FROM product_sales kept FULL JOIN (
    SELECT span.days, i.product_id, sum(i.quantity - i.returned) AS units,
        sum(i.quantity * i.price_cents - i.discount_cents - i.returned_cents) AS revenue_cents
    FROM sales_spans span JOIN order_items i ON i.placed_at > span.since AND i.placed_at <= span.until
    WHERE i.product_id IS NOT NULL AND NOT i.cancelled GROUP BY 1, 2
) AS real USING (days, product_id)
LEFT JOIN products p ON p.id = product_id
WHERE (coalesce(kept.units, 0), coalesce(kept.revenue_cents, 0)) <> (coalesce(real.units, 0), coalesce(real.revenue_cents, 0))
ORDER BY days, 1
