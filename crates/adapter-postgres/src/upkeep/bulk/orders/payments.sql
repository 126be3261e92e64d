WITH paid AS (
    SELECT o.id, o.total_cents, o.payment_id, o.placed_at, o.refunded, o.status = 'cancelled' AS is_cancelled
    FROM orders o WHERE o.id = ANY ($1) AND o.payment_id IS NOT NULL
), figures AS (
    INSERT INTO order_payments (order_id, charged_cents, returned_cents, credits_cents, refund_due_cents)
    SELECT id, total_cents, CASE WHEN refunded THEN total_cents ELSE 0 END, CASE WHEN refunded AND NOT is_cancelled THEN total_cents ELSE 0 END,
        CASE WHEN is_cancelled AND NOT refunded THEN total_cents ELSE 0 END
    FROM paid
), refund AS (
    INSERT INTO refunds (order_id, number, state, via, amount_cents, credit_cents, at)
    SELECT id, 1, 'settled', 'byHand', total_cents, CASE WHEN is_cancelled THEN 0 ELSE total_cents END, placed_at FROM paid WHERE refunded
)
INSERT INTO payment_ledger (order_id, number, kind, of_number, source, method, amount_cents, reference, at)
SELECT id, 1, 'charge', NULL::integer, 'hand', 'cod', total_cents, payment_id, placed_at FROM paid
UNION ALL
SELECT id, 2, 'refund', 1, 'hand', 'cod', total_cents, NULL, placed_at FROM paid WHERE refunded
