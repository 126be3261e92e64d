-- The keys of a deleted customer are deleted. A guest's key stays with the address, also when an account gets the order.
SELECT o.id AS detail FROM idempotency_keys k JOIN orders o ON o.id = k.order_id
WHERE CASE WHEN k.owner_key LIKE 'guest:%' THEN k.owner_key <> 'guest:' || o.email ELSE o.user_id IS DISTINCT FROM k.user_id END
ORDER BY o.id
