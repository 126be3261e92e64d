-- The products are locked first, so that no order changes their stock meanwhile. Products that are listed rightly are left alone.
SELECT FROM products WHERE id IN (
    SELECT coalesce(p.id, s.product_id)
    FROM (SELECT id, stock, created_at FROM products WHERE stock <= $1) AS p FULL JOIN scarce_products s ON s.product_id = p.id
    WHERE (p.stock, p.created_at) IS DISTINCT FROM (s.stock, s.created_at)
) ORDER BY id FOR NO KEY UPDATE;
DELETE FROM scarce_products s WHERE NOT EXISTS (SELECT FROM products p WHERE p.id = s.product_id AND p.stock <= $1);
INSERT INTO scarce_products (product_id, stock, created_at)
SELECT p.id, p.stock, p.created_at FROM products p LEFT JOIN scarce_products s ON s.product_id = p.id
WHERE p.stock <= $1 AND (p.stock, p.created_at) IS DISTINCT FROM (s.stock, s.created_at)
ON CONFLICT (product_id) DO UPDATE SET stock = excluded.stock, created_at = excluded.created_at
