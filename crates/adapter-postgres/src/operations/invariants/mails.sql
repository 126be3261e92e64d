-- Each order, each event of it that the shop mails, each payment, refund and rejected slip, and each item for staff has its mail. What
-- happened before the first day with mails ended is left out: an instance of the release before, which sent none, may have written it.
-- Orders without the mail about their placing owe none.
WITH since AS MATERIALIZED (
    SELECT min(m.queued_at) + interval '1 day' AS at FROM mail_outbox m WHERE m.kind = 'placed'
), pair AS (
    SELECT split_part(m.dedupe_key, ':', 2) AS order_id, count(*) AS n
    FROM mail_outbox m WHERE m.kind IN ('placed', 'order') GROUP BY 1
), owed AS (
    SELECT e.order_id, CASE e.to_status WHEN 'shipped' THEN 'shipped' WHEN 'completed' THEN 'delivered' ELSE 'cancelled' END AS kind,
        e.id::text AS event
    FROM order_events e, since
    WHERE e.from_status <> e.to_status AND e.to_status IN ('shipped', 'completed', 'cancelled') AND e.at >= since.at
    UNION ALL
    SELECT e.order_id, e.kind, e.id::text FROM since, order_events e LEFT JOIN order_notes n ON n.event_id = e.id
    WHERE (e.kind IN ('readyForPickup', 'returnRequested', 'returnApproved', 'returnRejected', 'returnReceived')
        OR e.kind = 'note' AND n.visibility = 'customer') AND e.at >= since.at
    UNION ALL
    SELECT l.order_id, CASE l.kind WHEN 'charge' THEN 'paid' ELSE 'refunded' END,
        CASE l.kind WHEN 'charge' THEN l.number ELSE l.of_number END::text
    FROM since, payment_ledger l
    WHERE l.at >= since.at AND (l.kind = 'refund' OR l.kind = 'charge' AND l.of_number IS NULL AND (l.source <> 'hand' OR l.method <> 'cod'))
    UNION ALL
    SELECT s.order_id, 'slipRejected', s.id::text FROM payment_slips s, since WHERE s.state = 'rejected' AND s.at >= since.at
    UNION ALL
    SELECT r.order_id, 'return', r.number::text FROM order_returns r, since WHERE r.requested_at >= since.at
)
SELECT 'order ' || pair.order_id || ' has ' || pair.n || ' of the two mails about its placing' AS detail FROM pair WHERE pair.n <> 2
UNION ALL
SELECT 'order ' || o.id || ' has no mail' FROM orders o, since
WHERE o.placed_at >= since.at AND NOT EXISTS (SELECT FROM mail_outbox m WHERE m.dedupe_key = 'placed:' || o.id)
UNION ALL
SELECT 'order ' || owed.order_id || ' has no mail ' || owed.kind || ':' || owed.order_id || ':' || owed.event FROM owed
WHERE EXISTS (SELECT FROM mail_outbox m WHERE m.dedupe_key = 'placed:' || owed.order_id)
    AND NOT EXISTS (
        SELECT FROM mail_outbox m WHERE m.dedupe_key = owed.kind || ':' || owed.order_id || ':' || owed.event
            -- An order that was not paid in time is told so, and not only that it was cancelled.
            OR owed.kind = 'cancelled' AND m.dedupe_key = 'expired:' || owed.order_id || ':' || owed.event
    )
UNION ALL
SELECT 'item ' || a.id || ' for staff has no mail' FROM attention a, since
WHERE a.at >= since.at AND NOT EXISTS (SELECT FROM mail_outbox m WHERE m.dedupe_key = 'attention:' || a.id)
UNION ALL
SELECT 'order ' || o.id || ' has no mail reminder:' || o.id FROM order_payments p JOIN orders o ON o.id = p.order_id, since
WHERE p.expires_at > now() AND p.charged_cents = 0 AND NOT p.has_expired AND NOT p.is_pending AND p.method = 'bankTransfer' AND o.status = 'processing'
    AND o.total_cents > 0 AND o.placed_at >= since.at
    AND coalesce(p.period_starts_at, o.placed_at) + (p.expires_at - coalesce(p.period_starts_at, o.placed_at)) / 2 < now() - interval '1 hour'
    AND NOT EXISTS (SELECT FROM payment_slips s WHERE s.order_id = o.id)
    AND EXISTS (SELECT FROM mail_outbox m WHERE m.dedupe_key = 'placed:' || o.id)
    AND NOT EXISTS (SELECT FROM mail_outbox m WHERE m.dedupe_key = 'reminder:' || o.id)
