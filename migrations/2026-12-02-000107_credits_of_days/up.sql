-- What was credited to customers is no revenue of a day. Payments wait while the index is built: it is a part of the table that few rows
-- belong to, and is built in one read of it. The sums of days with credits are made again within a minute.

SELECT pg_temp.lock_tables('order_payments IN SHARE MODE');

CREATE INDEX order_payments_credits_idx ON order_payments (order_id) WHERE credits_cents > 0;

DELETE FROM sales_days d WHERE EXISTS (
    SELECT FROM order_payments p JOIN orders o ON o.id = p.order_id
    WHERE p.credits_cents > 0 AND o.placed_at >= d.begins AND o.placed_at < d.ends AND o.status <> 'cancelled'
);
