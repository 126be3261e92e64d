SELECT day.begins || ': ' || day.orders || ' orders for ' || day.revenue_cents || ' cents kept, ' || real.orders || ' for '
       || real.revenue_cents || ' placed' AS detail
FROM sales_days day CROSS JOIN LATERAL (
    SELECT count(*) AS orders, coalesce(sum(o.total_cents - coalesce(p.credits_cents, 0)), 0) AS revenue_cents FROM orders o LEFT JOIN order_payments p ON p.order_id = o.id
    WHERE o.placed_at >= day.begins AND o.placed_at < day.ends AND o.status <> 'cancelled'
) AS real
WHERE (day.orders, day.revenue_cents) <> (real.orders, real.revenue_cents) ORDER BY day.begins
