WITH weighed AS (
    INSERT INTO product_weights (product_id, grams) SELECT s.id, s.grams FROM import_rows s WHERE s.grams IS NOT NULL
    ON CONFLICT (product_id) DO UPDATE SET grams = excluded.grams WHERE product_weights.grams <> excluded.grams
), unweighed AS (
    DELETE FROM product_weights w USING import_rows s WHERE w.product_id = s.id AND s.grams IS NULL
)
UPDATE products p
SET stock = s.stock, version = s.version, name = s.name, alt_names = s.alt_names, images = s.images, description = s.description,
    price_cents = s.price_cents, last_price_cents = s.last_price_cents, brand = s.brand, category = s.category, family = s.family,
    shade_name = s.shade_name, shade_hex = s.shade_hex, name_key = s.name_key, brand_key = s.brand_key,
    category_key = s.category_key, updated_at = $1
FROM import_rows s WHERE p.id = s.id
