-- A key was written with its order. The keys of a deleted customer are deleted.
DELETE FROM idempotency_keys k USING orders o WHERE o.id = k.order_id AND o.user_id IS NULL AND k.user_id IS NOT NULL;
UPDATE idempotency_keys k SET owner_key = 'guest:' || o.email
FROM orders o
WHERE o.id = k.order_id AND k.owner_key LIKE 'guest:%' AND k.owner_key <> 'guest:' || o.email
    AND NOT EXISTS (SELECT FROM idempotency_keys other WHERE other.owner_key = 'guest:' || o.email AND other.key = k.key);
UPDATE idempotency_keys k SET owner_key = 'user:' || o.user_id
FROM orders o
WHERE o.id = k.order_id AND k.owner_key NOT LIKE 'guest:%' AND o.user_id IS NOT NULL AND o.user_id IS DISTINCT FROM k.user_id
    AND NOT EXISTS (SELECT FROM idempotency_keys other WHERE other.owner_key = 'user:' || o.user_id AND other.key = k.key)
