-- Makes what the release before reads lists of products from, with its rows.

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

CREATE OR REPLACE FUNCTION kind_of_scarcity(stock integer) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE stock WHEN 0 THEN 'out' ELSE 'low' END;

CREATE OR REPLACE FUNCTION list_scarce_product() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.stock <= 5 THEN
        INSERT INTO scarce_products (product_id, stock, created_at) VALUES (NEW.id, NEW.stock, NEW.created_at)
        ON CONFLICT (product_id) DO UPDATE SET stock = excluded.stock;
    ELSE
        DELETE FROM scarce_products WHERE product_id = NEW.id;
    END IF;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER products_scarce_new AFTER INSERT ON products
    FOR EACH ROW WHEN (NEW.stock <= 5) EXECUTE FUNCTION list_scarce_product();
CREATE OR REPLACE TRIGGER products_scarce_stock AFTER UPDATE OF stock ON products
    FOR EACH ROW WHEN (OLD.stock <> NEW.stock AND (OLD.stock <= 5 OR NEW.stock <= 5)) EXECUTE FUNCTION list_scarce_product();

ALTER TABLE tallies DROP CONSTRAINT tallies_subject_check,
    ADD CONSTRAINT tallies_subject_check CHECK (subject IN ('orders', 'users', 'products', 'reviews', 'scarce'));

CREATE OR REPLACE TRIGGER products_tally_new AFTER INSERT ON products REFERENCING NEW TABLE AS tallied
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE OR REPLACE TRIGGER products_tally_gone AFTER DELETE ON products REFERENCING OLD TABLE AS tallied
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();

CREATE OR REPLACE FUNCTION tally_scarce_product() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO tallies (subject, kind, n) SELECT 'scarce', kind_of_scarcity(c.stock), c.n
    FROM (VALUES (OLD.stock, -1), (NEW.stock, 1)) AS c (stock, n) WHERE c.stock IS NOT NULL;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER scarce_products_tally AFTER INSERT OR DELETE ON scarce_products
    FOR EACH ROW EXECUTE FUNCTION tally_scarce_product();
CREATE OR REPLACE TRIGGER scarce_products_tally_kind AFTER UPDATE OF stock ON scarce_products
    FOR EACH ROW WHEN ((OLD.stock = 0) <> (NEW.stock = 0)) EXECUTE FUNCTION tally_scarce_product();

INSERT INTO scarce_products (product_id, stock, created_at) SELECT id, stock, created_at FROM products WHERE stock <= 5;
INSERT INTO tallies (subject, kind, n) SELECT 'products', 'all', count(*) FROM products HAVING count(*) > 0;

CREATE INDEX products_last_price_idx ON products (last_price_cents, id);
CREATE INDEX products_name_idx ON products (name_key, id);
CREATE INDEX products_category_idx ON products (category_key, created_at DESC, id DESC) WHERE category_key IS NOT NULL;
CREATE INDEX products_brand_idx ON products (brand_key, created_at DESC, id DESC) WHERE brand_key IS NOT NULL;
CREATE INDEX products_discounted_idx ON products (created_at DESC, id DESC) WHERE last_price_cents < price_cents;
