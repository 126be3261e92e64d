-- The start of the period in which an order is paid.
--
-- The column is added without reading the rows: no row has a value yet. The lock waits for running orders and is held for the moment of
-- this migration.

SELECT pg_temp.lock_tables('order_payments IN ACCESS EXCLUSIVE MODE');

-- When the order was reinstated, or changed from cash on delivery to a prepaid method; NULL where the period started when the order was
-- placed. Instances of the release before write no value: they count from placing the order.
ALTER TABLE order_payments ADD COLUMN period_starts_at timestamptz;
