INSERT INTO idempotency_keys (owner_key, key, meaning, order_id, created_at)
SELECT owner_key, 'twice', meaning, order_id, created_at FROM idempotency_keys LIMIT 1
