-- Makes room for the baseline's new tables in a database of the former migrations. Runs first, in the transaction of the takeover.

-- Locks that shut out writers but not readers; replacing triggers needs them too.
SELECT pg_temp.lock_tables(
    'users, products, orders, order_items, reviews, product_words, scarce_products IN SHARE ROW EXCLUSIVE MODE',
    'idempotency_keys IN ACCESS EXCLUSIVE MODE');

-- Counts of failed logins by the release before the former one, which login_attempts replaced. No code reads them.
DROP TABLE login_failures;

-- The baseline's table has another primary key and an order of columns that ALTER TABLE cannot make.
CREATE TEMPORARY TABLE former_idempotency_keys ON COMMIT DROP AS
    SELECT user_id, key, meaning, order_id, created_at FROM idempotency_keys;
DROP TABLE idempotency_keys;
DROP FUNCTION idempotency_lock(uuid, text);
