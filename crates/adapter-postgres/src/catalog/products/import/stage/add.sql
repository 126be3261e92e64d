INSERT INTO import_rows
SELECT * FROM jsonb_to_recordset($1) AS new (
    id uuid, seen integer, stock integer, version integer, name text, alt_names text[], images text[], description text,
    price_cents bigint, last_price_cents bigint, brand text, category text, family text, shade_name text, shade_hex text,
    name_key text, brand_key text, category_key text, grams integer
)
