-- Fills the baseline's new tables from the rows of the former ones, and keeps a function of theirs. Runs last, in the transaction of
-- the takeover.

-- Earlier prices were not recorded: the history of a product begins with the price that it has now.
INSERT INTO price_history (product_id, price_cents, last_price_cents, at)
SELECT id, price_cents, last_price_cents, now() FROM products ORDER BY id;

INSERT INTO idempotency_keys (owner_key, key, meaning, order_id, created_at)
SELECT 'user:' || user_id, key, meaning, order_id, created_at FROM former_idempotency_keys;

-- What the former program calls, which knows only users. `contract-migrations/` drop it.
CREATE OR REPLACE FUNCTION order_placed_with(owner uuid, used_key text) RETURNS jsonb
LANGUAGE plpgsql AS $$
BEGIN
    RETURN order_placed_with('user:' || owner, used_key);
END $$;
