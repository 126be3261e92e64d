-- With this lock no transaction changes sales.
SELECT pg_advisory_xact_lock(sales_lock());
DELETE FROM product_sales;
INSERT INTO product_sales (days, product_id, units, revenue_cents)
SELECT span.days, i.product_id, sum(i.quantity - i.returned),
    sum(i.quantity * i.price_cents - i.discount_cents - i.returned_cents)
FROM sales_spans span JOIN order_items i ON i.placed_at > span.since AND i.placed_at <= span.until
WHERE i.product_id IS NOT NULL AND NOT i.cancelled GROUP BY 1, 2
