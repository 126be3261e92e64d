SET LOCAL client_min_messages = warning;
CREATE TEMPORARY TABLE IF NOT EXISTS import_rows (
    id uuid NOT NULL,
    -- The stock that the decision was made on.
    seen integer NOT NULL,
    stock integer NOT NULL,
    version integer NOT NULL,
    name text NOT NULL,
    alt_names text[] NOT NULL,
    images text[] NOT NULL,
    description text NOT NULL,
    price_cents bigint NOT NULL,
    last_price_cents bigint NOT NULL,
    brand text,
    category text,
    family text,
    shade_name text,
    shade_hex text,
    name_key text NOT NULL,
    brand_key text,
    category_key text,
    grams integer
) ON COMMIT DELETE ROWS
