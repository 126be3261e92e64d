-- Products, the ledger of their stock, their prices, and the notes of their changes.

CREATE TABLE products (
    id uuid NOT NULL CONSTRAINT products_pkey PRIMARY KEY,
    -- No product has a code that is an address of its own: `domain::catalog::product_code::RESERVED`; a test compares the two.
    code text NOT NULL CONSTRAINT products_code_check CHECK (
        code ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$'
        AND lower(code COLLATE "C") <> ALL (ARRAY['search', 'facets', 'export', 'import', 'imports', 'suggestions', 'update'])
    ),
    name text NOT NULL CONSTRAINT products_name_check CHECK (char_length(name) BETWEEN 1 AND 200),
    alt_names text[] NOT NULL DEFAULT '{}'
        CONSTRAINT products_alt_names_check CHECK (cardinality(alt_names) <= 20 AND array_position(alt_names, NULL) IS NULL),
    images text[] NOT NULL DEFAULT '{}'
        CONSTRAINT products_images_check CHECK (cardinality(images) <= 10 AND array_position(images, NULL) IS NULL),
    description text NOT NULL DEFAULT '' CONSTRAINT products_description_check CHECK (char_length(description) <= 5000),
    price_cents bigint NOT NULL,
    last_price_cents bigint NOT NULL,
    stock integer NOT NULL CONSTRAINT products_stock_check CHECK (stock BETWEEN 0 AND 1000000),
    brand text CONSTRAINT products_brand_check CHECK (char_length(brand) BETWEEN 1 AND 100),
    category text CONSTRAINT products_category_check CHECK (char_length(category) BETWEEN 1 AND 100),
    family text CONSTRAINT products_family_check CHECK (char_length(family) BETWEEN 1 AND 100),
    shade_name text CONSTRAINT products_shade_name_check CHECK (char_length(shade_name) BETWEEN 1 AND 100),
    shade_hex text CONSTRAINT products_shade_hex_check CHECK (shade_hex ~ '^#[0-9A-F]{6}$'),
    version integer NOT NULL DEFAULT 1 CONSTRAINT products_version_check CHECK (version > 0),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    -- Folded by the application (lower case, no accents), so that order and filters do not depend on the locale that the
    -- database was created with.
    name_key text COLLATE "C" NOT NULL,
    brand_key text COLLATE "C",
    category_key text COLLATE "C",
    CONSTRAINT products_prices_check CHECK (0 < last_price_cents AND last_price_cents <= price_cents AND price_cents <= 100000000000),
    CONSTRAINT products_shade_check CHECK ((shade_name IS NULL) = (shade_hex IS NULL)),
    CONSTRAINT products_brand_key_check CHECK ((brand IS NULL) = (brand_key IS NULL)),
    CONSTRAINT products_category_key_check CHECK ((category IS NULL) = (category_key IS NULL))
)
-- Every sale rewrites the row. Free room on its page and no index on stock keep the new version on that page (HOT update).
WITH (fillfactor = 80);

CREATE UNIQUE INDEX products_code_key ON products (lower(code COLLATE "C"));
CREATE INDEX products_newest_idx ON products (created_at DESC, id DESC);
CREATE INDEX products_last_price_idx ON products (last_price_cents, id);
CREATE INDEX products_name_idx ON products (name_key, id);
CREATE INDEX products_category_idx ON products (category_key, created_at DESC, id DESC) WHERE category_key IS NOT NULL;
CREATE INDEX products_brand_idx ON products (brand_key, created_at DESC, id DESC) WHERE brand_key IS NOT NULL;
CREATE INDEX products_discounted_idx ON products (created_at DESC, id DESC) WHERE last_price_cents < price_cents;

-- The distribution of the expression with which a list filters by price while it walks another index (`conditions_in_passing`).
-- Without statistics the planner takes one row in 200 to match, and sorts the whole table instead of reading its newest rows.
CREATE STATISTICS products_price_in_passing ON (last_price_cents + 0) FROM products;

-- The weight of products that have one of their own; all others weigh what the application takes as the default.
CREATE TABLE product_weights (
    product_id uuid NOT NULL
        CONSTRAINT product_weights_pkey PRIMARY KEY
        CONSTRAINT product_weights_product_id_fkey REFERENCES products (id) ON DELETE CASCADE,
    grams integer NOT NULL CONSTRAINT product_weights_grams_check CHECK (grams BETWEEN 1 AND 100000)
);

-- products.stock = sum(stock_movements.delta).
CREATE TABLE stock_movements (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT stock_movements_pkey PRIMARY KEY,
    product_id uuid NOT NULL CONSTRAINT stock_movements_product_id_fkey REFERENCES products (id) ON DELETE CASCADE,
    delta integer NOT NULL CONSTRAINT stock_movements_delta_check CHECK (delta <> 0),
    reason text NOT NULL CONSTRAINT stock_movements_reason_check
        CHECK (reason IN ('initial', 'sale', 'cancellation', 'reinstatement', 'adjustment', 'edit', 'import')),
    note text CONSTRAINT stock_movements_note_check CHECK (char_length(note) <= 1000),
    order_id text,
    actor_email text,
    at timestamptz NOT NULL,
    CONSTRAINT stock_movements_order_check
        CHECK ((order_id IS NOT NULL) = (reason IN ('sale', 'cancellation', 'reinstatement')))
);

CREATE INDEX stock_movements_product_idx ON stock_movements (product_id, id DESC);

-- The products with low stock. An index on products.stock would make every sale rewrite all index entries of the product.
-- Writers hold the lock on the product.
CREATE TABLE scarce_products (
    product_id uuid NOT NULL CONSTRAINT scarce_products_pkey PRIMARY KEY
        CONSTRAINT scarce_products_product_id_fkey REFERENCES products (id) ON DELETE CASCADE,
    -- 0 is out of stock, 1 to 5 low.
    stock integer NOT NULL CONSTRAINT scarce_products_stock_check CHECK (stock BETWEEN 0 AND 5),
    created_at timestamptz NOT NULL
);

CREATE INDEX scarce_products_stock_idx ON scarce_products (stock, product_id);
-- Sold-out products and those with low stock, in the order of the catalogue: newest first.
CREATE INDEX scarce_products_out_idx ON scarce_products (created_at DESC, product_id DESC) WHERE stock = 0;
CREATE INDEX scarce_products_low_idx ON scarce_products (created_at DESC, product_id DESC) WHERE stock > 0;

-- The prices that each product had, written by trigger. A discount is compared with the lowest price of the
-- 30 days before it, and prices that were not recorded cannot be found out later.
CREATE TABLE price_history (
    -- Orders the prices of one product: its row is locked while one is written.
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT price_history_pkey PRIMARY KEY,
    product_id uuid NOT NULL CONSTRAINT price_history_product_id_fkey REFERENCES products (id) ON DELETE CASCADE,
    price_cents bigint NOT NULL,
    last_price_cents bigint NOT NULL,
    -- When the product got these prices.
    at timestamptz NOT NULL,
    CONSTRAINT price_history_prices_check CHECK (0 < last_price_cents AND last_price_cents <= price_cents)
);

CREATE INDEX price_history_product_idx ON price_history (product_id, id DESC);

-- The transactions that changed what the public catalogue shows, with the products that they changed. Each instance asks a few times
-- a second for those that were committed since it last asked, drops the answers that it keeps in memory, and brings its index of
-- products up to date.
--
-- A transaction writes only rows of its own, so that none waits for another. After a crash of the server the table is empty
-- (UNLOGGED). So that readers notice it, they write a first row, whose `at` is infinity: without that row, notes are missing.
CREATE UNLOGGED TABLE catalogue_changes (
    -- pg_current_xact_id() of the transaction.
    xid bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint),
    -- The nil id where no product changed, but a review or the name of its author. In a first row: a random id.
    product_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    -- Whether anything but stock and sales changed.
    is_content boolean NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT catalogue_changes_pkey PRIMARY KEY (xid, product_id, is_content)
);

-- Names the catalogue. The id that callers get is made from this one and from where the row is stored, so that it changes when a
-- backup is restored or a database is copied.
CREATE TABLE catalogue_identity (
    -- There is one row.
    id boolean NOT NULL DEFAULT true CONSTRAINT catalogue_identity_pkey PRIMARY KEY CONSTRAINT catalogue_identity_id_check CHECK (id),
    name uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO catalogue_identity DEFAULT VALUES;
