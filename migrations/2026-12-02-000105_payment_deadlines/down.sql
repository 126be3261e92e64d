ALTER TABLE order_payments DROP COLUMN rest_cents, DROP COLUMN suspended_until, DROP COLUMN unanswered_since;
