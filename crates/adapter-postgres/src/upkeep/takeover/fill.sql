-- Fills the baseline's new tables from the rows of the former ones. Runs last, in the transaction of the takeover.

-- Earlier prices were not recorded: the history of a product begins with the price that it has now.
INSERT INTO price_history (product_id, price_cents, last_price_cents, at)
SELECT id, price_cents, last_price_cents, now() FROM products ORDER BY id;

INSERT INTO idempotency_keys (owner_key, key, meaning, order_id, created_at)
SELECT 'user:' || user_id, key, meaning, order_id, created_at FROM former_idempotency_keys;
