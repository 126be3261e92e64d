DROP TRIGGER scarce_products_tally ON scarce_products;
DROP TRIGGER scarce_products_tally_kind ON scarce_products;
DROP FUNCTION tally_scarce_product;
DROP FUNCTION kind_of_scarcity;

CREATE OR REPLACE FUNCTION list_scarce_product() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.stock <= 5 THEN
        INSERT INTO scarce_products (product_id, stock) VALUES (NEW.id, NEW.stock)
        ON CONFLICT (product_id) DO UPDATE SET stock = excluded.stock;
    ELSE
        DELETE FROM scarce_products WHERE product_id = NEW.id;
    END IF;
    RETURN NULL;
END $$;
DROP INDEX scarce_products_out_idx;
ALTER TABLE scarce_products DROP COLUMN created_at;

DELETE FROM tallies WHERE subject = 'scarce';
ALTER TABLE tallies DROP CONSTRAINT tallies_subject_check;
ALTER TABLE tallies ADD CONSTRAINT tallies_subject_check CHECK (subject IN ('orders', 'users', 'products', 'reviews'));
