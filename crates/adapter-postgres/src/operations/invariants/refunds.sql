WITH charged AS NOT MATERIALIZED (
    SELECT e.order_id, e.number, e.amount_cents FROM payment_ledger e
    WHERE e.kind = 'charge'
        AND NOT EXISTS (SELECT FROM payment_ledger r WHERE r.order_id = e.order_id AND r.kind = 'reversal' AND r.of_number = e.number)
)
SELECT r.order_id || ': ' || sum(r.amount_cents) || ' refunded' AS detail FROM refunds r WHERE r.state <> 'failed'
GROUP BY r.order_id HAVING sum(r.amount_cents) > (SELECT coalesce(sum(c.amount_cents), 0) FROM charged c WHERE c.order_id = r.order_id)
UNION ALL
SELECT r.order_id || ' charge ' || r.charge || ': ' || sum(r.amount_cents) || ' refunded' FROM refunds r
WHERE r.state <> 'failed' AND r.charge IS NOT NULL
GROUP BY r.order_id, r.charge
HAVING sum(r.amount_cents) > (SELECT coalesce(sum(c.amount_cents), 0) FROM charged c WHERE c.order_id = r.order_id AND c.number = r.charge)
ORDER BY 1
