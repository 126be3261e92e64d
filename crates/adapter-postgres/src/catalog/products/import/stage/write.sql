UPDATE products p
SET stock = s.stock, version = s.version, name = s.name, alt_names = s.alt_names, images = s.images, description = s.description,
    price_cents = s.price_cents, last_price_cents = s.last_price_cents, brand = s.brand, category = s.category, family = s.family,
    shade_name = s.shade_name, shade_hex = s.shade_hex, name_key = s.name_key, brand_key = s.brand_key,
    category_key = s.category_key, updated_at = $1
FROM import_rows s WHERE p.id = s.id
