SELECT o.id || ': ' || o.total_cents || ' of ' || p.labeled_total_cents || ' cents, its explanation makes ' || p.sum AS detail
FROM (
    SELECT p.order_id, p.labeled_total_cents,
           (SELECT coalesce(sum((line ->> 'cents')::bigint), 0) FROM jsonb_array_elements(p.explanation) line) AS sum,
           (SELECT coalesce(sum((line ->> 'cents')::bigint), 0) FROM jsonb_array_elements(p.explanation) line
            WHERE (line ->> 'cents')::bigint > 0) AS labeled
    FROM order_pricing p
) AS p JOIN orders o ON o.id = p.order_id
WHERE o.total_cents <> p.sum OR p.labeled_total_cents <> p.labeled ORDER BY o.id
