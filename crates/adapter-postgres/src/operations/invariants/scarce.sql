SELECT coalesce(p.code, s.product_id::text) || ': ' || coalesce(p.stock::text, 'no') || ' on the shelf, '
       || coalesce(s.stock::text, 'not') || ' listed' AS detail
FROM (SELECT id, code, stock, created_at FROM products WHERE stock <= $1) AS p FULL JOIN scarce_products s ON s.product_id = p.id
WHERE (p.stock, p.created_at) IS DISTINCT FROM (s.stock, s.created_at) ORDER BY 1
