SELECT o.id || ': ' || o.status || ', its history says ' || coalesce(last.to_status, 'nothing') AS detail
FROM orders o LEFT JOIN LATERAL (
    SELECT e.to_status FROM order_events e WHERE e.order_id = o.id ORDER BY e.id DESC LIMIT 1
) AS last ON true
WHERE o.status IS DISTINCT FROM last.to_status ORDER BY o.id
