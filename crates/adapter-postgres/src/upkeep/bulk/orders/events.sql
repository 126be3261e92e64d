INSERT INTO order_events (order_id, at, actor_email, from_status, to_status)
SELECT id, at, nullif(actor, ''), nullif(before, ''), after
FROM unnest($1, $2, $3, $4, $5) WITH ORDINALITY AS e (id, at, actor, before, after, n) ORDER BY n
