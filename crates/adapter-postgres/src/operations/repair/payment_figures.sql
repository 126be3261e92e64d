-- The ledger says what was paid. The orders are locked first, as every change of a payment locks its order.
SELECT FROM orders WHERE id IN (SELECT d.id FROM different d WHERE d.wrong_figures OR d.wrong_columns) ORDER BY id FOR NO KEY UPDATE;
INSERT INTO order_payments (order_id, method, charged_cents, returned_cents, credits_cents, refund_due_cents, rest_cents)
SELECT d.id, coalesce((SELECT pricing.payment_method FROM order_pricing pricing WHERE pricing.order_id = d.id), 'cod'),
    d.charged, d.returned, d.credits, d.refund_due, d.rest
FROM different d WHERE d.wrong_figures
ON CONFLICT (order_id) DO UPDATE SET charged_cents = excluded.charged_cents, returned_cents = excluded.returned_cents,
    credits_cents = excluded.credits_cents, refund_due_cents = excluded.refund_due_cents, rest_cents = excluded.rest_cents;
UPDATE orders o SET payment_id = d.reference, refunded = (d.charged > 0 AND d.charged <= d.returned)
FROM different d WHERE o.id = d.id AND d.wrong_columns
