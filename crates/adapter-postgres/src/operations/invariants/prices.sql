SELECT p.code || ': ' || p.last_price_cents || ' cents, recorded ' || coalesce(h.last_price_cents::text, 'nothing') AS detail
FROM products p LEFT JOIN LATERAL (
    SELECT r.price_cents, r.last_price_cents FROM price_history r WHERE r.product_id = p.id ORDER BY r.id DESC LIMIT 1
) AS h ON true
WHERE (p.price_cents, p.last_price_cents) IS DISTINCT FROM (h.price_cents, h.last_price_cents) ORDER BY p.code
