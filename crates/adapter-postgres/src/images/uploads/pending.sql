WITH slips AS (
    SELECT coalesce(sum(octet_length(s.picture)), 0) AS bytes FROM payment_slips s JOIN orders o ON o.id = s.order_id
    WHERE o.user_id = nullif($1, '')::uuid AND s.state <> 'accepted'
), photos AS (
    SELECT coalesce(sum(octet_length(p.picture)), 0) AS bytes FROM return_photos p
    JOIN order_returns r ON r.order_id = p.order_id AND r.number = p.number JOIN orders o ON o.id = p.order_id
    WHERE o.user_id = nullif($1, '')::uuid AND NOT r.by_staff AND r.state <> 'received'
)
SELECT (coalesce(sum(u.bytes) FILTER (WHERE u.user_id IS NOT DISTINCT FROM nullif($1, '')::uuid), 0)
        + (SELECT bytes FROM slips) + (SELECT bytes FROM photos))::bigint AS own,
    coalesce(sum(u.bytes) FILTER (WHERE p.user_type IS DISTINCT FROM 'admin'), 0)::bigint AS public
FROM uploads u LEFT JOIN users p ON p.id = u.user_id WHERE NOT u.is_taken AND u.deleted_at IS NULL
