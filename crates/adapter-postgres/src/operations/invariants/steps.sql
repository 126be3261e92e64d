SELECT order_id || ': ' || coalesce(from_status, 'nothing') || ' after ' || coalesce(before, 'nothing') AS detail
FROM (SELECT order_id, id, from_status, lag(to_status) OVER (PARTITION BY order_id ORDER BY id) AS before FROM order_events) AS step
WHERE from_status IS DISTINCT FROM before ORDER BY order_id, id
