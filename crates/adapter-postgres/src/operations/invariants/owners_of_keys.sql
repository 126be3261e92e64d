-- The keys of a deleted customer are deleted.
SELECT o.id AS detail FROM idempotency_keys k JOIN orders o ON o.id = k.order_id
WHERE o.user_id IS DISTINCT FROM k.user_id ORDER BY o.id
