INSERT INTO product_sales AS s (days, product_id, units, revenue_cents)
SELECT span.days, c.product_id, c.units, c.revenue_cents
FROM sales_spans span CROSS JOIN LATERAL sales_since_summed(span.days, $1 - make_interval(days => span.days), $1) AS c
ON CONFLICT (days, product_id) DO UPDATE SET units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents
