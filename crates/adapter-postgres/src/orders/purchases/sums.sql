SELECT count(*) FILTER (WHERE status <> 'cancelled') AS orders, count(*) FILTER (WHERE status = 'cancelled') AS cancelled,
    coalesce(sum(total_cents) FILTER (WHERE status <> 'cancelled'), 0)::bigint AS spent_cents, max(placed_at) AS last_order_at
FROM orders WHERE email = $1
