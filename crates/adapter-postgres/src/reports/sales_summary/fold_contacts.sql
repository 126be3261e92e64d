WITH turn AS MATERIALIZED (
    SELECT pg_try_advisory_xact_lock(4122) AS is_mine
), old AS (
    DELETE FROM order_contact_changes WHERE (SELECT turn.is_mine FROM turn) RETURNING contact_id, status, n
), change AS (
    SELECT contact_id, coalesce(sum(n) FILTER (WHERE status = 'processing'), 0) AS processing,
        coalesce(sum(n) FILTER (WHERE status = 'shipped'), 0) AS shipped,
        coalesce(sum(n) FILTER (WHERE status = 'completed'), 0) AS completed,
        coalesce(sum(n) FILTER (WHERE status = 'cancelled'), 0) AS cancelled
    FROM old GROUP BY 1
)
UPDATE order_contacts c
SET processing = c.processing + change.processing, shipped = c.shipped + change.shipped,
    completed = c.completed + change.completed, cancelled = c.cancelled + change.cancelled
FROM change WHERE c.id = change.contact_id
