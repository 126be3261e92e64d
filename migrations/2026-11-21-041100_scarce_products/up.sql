-- How many products have little stock or none is kept as other counts are, and those that are sold out can be listed as the
-- catalogue lists them: newest first.
ALTER TABLE tallies DROP CONSTRAINT tallies_subject_check;
ALTER TABLE tallies ADD CONSTRAINT tallies_subject_check
    CHECK (subject IN ('orders', 'users', 'products', 'reviews', 'scarce'));

ALTER TABLE scarce_products ADD COLUMN created_at timestamptz;
UPDATE scarce_products s SET created_at = p.created_at FROM products p WHERE p.id = s.product_id;
ALTER TABLE scarce_products ALTER COLUMN created_at SET NOT NULL;
CREATE INDEX scarce_products_out_idx ON scarce_products (created_at DESC, product_id DESC) WHERE stock = 0;

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

CREATE FUNCTION kind_of_scarcity(stock integer) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE stock WHEN 0 THEN 'out' ELSE 'low' END;

-- A sale adds rows where it takes the last unit, or leaves five for the first time.
CREATE FUNCTION tally_scarce_product() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO tallies (subject, kind, n) VALUES ('scarce', kind_of_scarcity(OLD.stock), -1);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO tallies (subject, kind, n) VALUES ('scarce', kind_of_scarcity(NEW.stock), 1);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER scarce_products_tally AFTER INSERT OR DELETE ON scarce_products
    FOR EACH ROW EXECUTE FUNCTION tally_scarce_product();
CREATE TRIGGER scarce_products_tally_kind AFTER UPDATE OF stock ON scarce_products
    FOR EACH ROW WHEN ((OLD.stock = 0) <> (NEW.stock = 0)) EXECUTE FUNCTION tally_scarce_product();

INSERT INTO tallies (subject, kind, n) SELECT 'scarce', kind_of_scarcity(stock), count(*) FROM scarce_products GROUP BY 2;
