WITH placed AS (
    SELECT o.*, row_number() OVER () AS place FROM (SELECT * FROM orders WHERE user_id IS NOT NULL ORDER BY placed_at DESC LIMIT 2000) o
), patterns AS (
    SELECT o.place, jsonb_build_object(
        'version', 1, 'owner_key', 'user:' || o.user_id, 'user_id', o.user_id, 'email', o.email,
        'shipping_name', o.shipping_name, 'shipping_address', o.shipping_address, 'shipping_phone', o.shipping_phone,
        'total_cents', o.total_cents, 'search_text', o.search_text,
        'items', (SELECT jsonb_agg(jsonb_build_object('position', i.position, 'product_id', i.product_id, 'code', i.code, 'name', i.name,
            'image', i.image, 'price_cents', i.price_cents, 'quantity', i.quantity) ORDER BY i.position)
            FROM order_items i WHERE i.order_id = o.id)) AS draft
    FROM placed o
)
INSERT INTO bench_drafts
SELECT n, p.draft || jsonb_build_object('id', d.id, 'key', d.id, 'meaning', d.id)
FROM generate_series(1, $1::bigint) n
JOIN patterns p ON p.place = 1 + n % (SELECT count(*) FROM placed)
CROSS JOIN LATERAL (
    SELECT 'ARA-' || string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + get_byte(b, g) % 32, 1) || CASE g WHEN 3 THEN '-' ELSE '' END, '' ORDER BY g) AS id
    FROM sha256((n::text || $2)::bytea) b, generate_series(0, 7) g
) d
