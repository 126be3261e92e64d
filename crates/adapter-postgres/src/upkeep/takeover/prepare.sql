-- Makes room for the baseline's new tables in a database of the former migrations. Runs first, in the transaction of the takeover.

-- Locks that shut out writers but not readers; replacing triggers needs them too. An order locks the same tables in an order of its
-- own, so the attempt gives up before the server would look for a deadlock (after 1 s) and cancel the order.
DO $$
DECLARE
    former_timeout CONSTANT text := current_setting('lock_timeout');
BEGIN
    FOR attempt IN 1..40 LOOP
        BEGIN
            PERFORM set_config('lock_timeout', '500ms', true);
            LOCK TABLE users, products, orders, order_items, reviews, product_words, scarce_products IN SHARE ROW EXCLUSIVE MODE;
            LOCK TABLE idempotency_keys IN ACCESS EXCLUSIVE MODE;
            PERFORM set_config('lock_timeout', former_timeout, true);
            RETURN;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            PERFORM pg_sleep(0.25);
        END;
    END LOOP;
    RAISE EXCEPTION 'orders that are being placed kept their locks for 40 attempts of 500 ms' USING ERRCODE = 'lock_not_available';
END $$;

-- Counts of failed logins by the release before the former one, which login_attempts replaced. No code reads them.
DROP TABLE login_failures;

-- The baseline's table has another primary key and an order of columns that ALTER TABLE cannot make.
CREATE TEMPORARY TABLE former_idempotency_keys ON COMMIT DROP AS
    SELECT user_id, key, meaning, order_id, created_at FROM idempotency_keys;
DROP TABLE idempotency_keys;
DROP FUNCTION idempotency_lock(uuid, text);
