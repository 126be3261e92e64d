-- Triggers of products that record prices and list low stock. Changes are noted by those of `2026-11-24-000000_catalogue_changes`.

-- Records the prices of a product.
CREATE OR REPLACE FUNCTION record_price() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO price_history (product_id, price_cents, last_price_cents, at)
    VALUES (NEW.id, NEW.price_cents, NEW.last_price_cents, NEW.updated_at);
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER products_record_first_price AFTER INSERT ON products
    FOR EACH ROW EXECUTE FUNCTION record_price();
CREATE OR REPLACE TRIGGER products_record_price AFTER UPDATE OF price_cents, last_price_cents ON products
    FOR EACH ROW WHEN ((OLD.price_cents, OLD.last_price_cents) IS DISTINCT FROM (NEW.price_cents, NEW.last_price_cents))
    EXECUTE FUNCTION record_price();

-- Adds a product to those with low stock, or takes it from them.
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
