-- Each order and each step of it that the shop mails has its mail. Orders and steps of the first day with mails are left out: an
-- instance of the release before, which sent none, may have written them. Steps of orders without mails owe none.
WITH since AS MATERIALIZED (
    SELECT min(m.queued_at) + interval '1 day' AS at FROM mail_outbox m WHERE m.kind = 'placed'
), pair AS (
    SELECT split_part(m.dedupe_key, ':', 2) AS order_id, count(*) AS n
    FROM mail_outbox m WHERE m.kind IN ('placed', 'order') GROUP BY 1
), step AS (
    SELECT e.order_id,
           CASE e.to_status WHEN 'shipped' THEN 'shipped' WHEN 'completed' THEN 'delivered' ELSE 'cancelled' END
               || ':' || e.order_id || ':' || e.id AS key
    FROM order_events e, since
    WHERE e.from_status <> e.to_status AND e.to_status IN ('shipped', 'completed', 'cancelled') AND e.at >= since.at
)
SELECT 'order ' || pair.order_id || ' has ' || pair.n || ' of the two mails about its placing' AS detail FROM pair WHERE pair.n <> 2
UNION ALL
SELECT 'order ' || o.id || ' has no mail' FROM orders o, since
WHERE o.placed_at >= since.at AND NOT EXISTS (SELECT FROM mail_outbox m WHERE m.dedupe_key = 'placed:' || o.id)
UNION ALL
SELECT 'order ' || step.order_id || ' has no mail ' || step.key FROM step
WHERE EXISTS (SELECT FROM mail_outbox m WHERE m.dedupe_key = 'placed:' || step.order_id)
    AND NOT EXISTS (SELECT FROM mail_outbox m WHERE m.dedupe_key = step.key)
