-- What the ledger, the refunds and the returns say of each order, and the orders that say something else (`wrong_figures`, `wrong_columns`).
WITH standing AS (
    SELECT e.order_id, e.number, e.kind, e.of_number, e.amount_cents, e.reference FROM payment_ledger e
    WHERE e.kind <> 'reversal'
        AND NOT EXISTS (SELECT FROM payment_ledger r WHERE r.order_id = e.order_id AND r.kind = 'reversal' AND r.of_number = e.number)
), sums AS (
    SELECT order_id, coalesce(sum(amount_cents) FILTER (WHERE kind = 'charge'), 0) AS charged,
        coalesce(sum(amount_cents) FILTER (WHERE kind <> 'charge'), 0) AS returned,
        (array_agg(reference ORDER BY coalesce(of_number, number)) FILTER (WHERE kind = 'charge'))[1] AS reference
    FROM standing GROUP BY order_id
), credits AS (
    SELECT order_id, sum(credit_cents) AS credits FROM (
        SELECT order_id, credit_cents FROM refunds WHERE state <> 'failed'
        UNION ALL SELECT order_id, credit_cents FROM order_returns
    ) AS credit GROUP BY order_id
), expected AS (
    SELECT o.id, o.payment_id, o.refunded, s.reference, coalesce(s.charged, 0) AS charged, coalesce(s.returned, 0) AS returned,
        coalesce(c.credits, 0) AS credits,
        CASE WHEN o.status = 'cancelled' THEN 0 ELSE greatest(o.total_cents - coalesce(c.credits, 0), 0) END AS owed
    FROM orders o LEFT JOIN sums s ON s.order_id = o.id LEFT JOIN credits c ON c.order_id = o.id
), different AS (
    SELECT e.id, e.reference, e.charged, e.returned, e.credits, e.owed, e.refund_due, e.rest,
        (coalesce(p.charged_cents, 0), coalesce(p.returned_cents, 0), coalesce(p.credits_cents, 0), coalesce(p.refund_due_cents, 0),
            coalesce(p.rest_cents, 0)) IS DISTINCT FROM (e.charged, e.returned, e.credits, e.refund_due, e.rest) AS wrong_figures,
        (e.payment_id, e.refunded) IS DISTINCT FROM (e.reference, e.charged > 0 AND e.charged <= e.returned) AS wrong_columns
    FROM (
        SELECT x.*, greatest(x.charged - x.returned - x.owed, 0) AS refund_due,
            CASE WHEN x.charged > 0 THEN greatest(x.owed - (x.charged - x.returned), 0) ELSE 0 END AS rest
        FROM expected x
    ) e LEFT JOIN order_payments p ON p.order_id = e.id
)
