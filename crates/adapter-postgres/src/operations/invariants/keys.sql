SELECT order_id || ': ' || count(*) || ' keys' AS detail FROM idempotency_keys
GROUP BY order_id HAVING count(*) > 1 ORDER BY order_id
