WITH weighed AS (
    INSERT INTO product_weights (product_id, grams) SELECT s.id, s.grams FROM import_rows s WHERE s.grams IS NOT NULL
    ON CONFLICT (product_id) DO UPDATE SET grams = excluded.grams WHERE product_weights.grams <> excluded.grams
)
DELETE FROM product_weights w USING import_rows s WHERE w.product_id = s.id AND s.grams IS NULL
