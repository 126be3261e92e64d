ALTER TABLE order_payments DROP COLUMN period_starts_at;
