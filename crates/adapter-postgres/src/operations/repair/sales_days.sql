-- A day that is not kept is read from its orders, and kept again within a minute.
DELETE FROM sales_days day
WHERE (day.orders, day.revenue_cents) <> (
    SELECT count(*), coalesce(sum(o.total_cents - coalesce(p.credits_cents, 0)), 0) FROM orders o LEFT JOIN order_payments p ON p.order_id = o.id
    WHERE o.placed_at >= day.begins AND o.placed_at < day.ends AND o.status <> 'cancelled'
)
