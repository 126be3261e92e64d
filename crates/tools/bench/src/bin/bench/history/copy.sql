CREATE TEMPORARY TABLE copies ON COMMIT DROP AS
SELECT o.id AS original, d.id, o.placed_at - random() * interval '360 days' AS placed_at, random() < 0.05 AS cancelled
FROM orders o
CROSS JOIN generate_series(1, $1::bigint) n
CROSS JOIN LATERAL (
    SELECT 'ARA-' || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + get_byte(b, g) % 32, 1) || CASE g WHEN 3 THEN '-' ELSE '' END, '' ORDER BY g) AS id
    FROM sha256((o.id || n)::bytea) b, generate_series(0, 7) g
) d
