DROP INDEX order_payments_credits_idx;
DELETE FROM sales_days;
