-- Triggers that record the prices of products, list low stock, and note what the public catalogue shows when it changes.

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

-- Notes that the row's product changed; the argument of the trigger says whether anything but stock and sales did. A review, the name
-- of its author and an item whose product is deleted name no product. A truncation names none of many: without the first row all
-- notes so far are void.
CREATE OR REPLACE FUNCTION note_catalogue_change() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    changed uuid;
BEGIN
    IF TG_OP = 'TRUNCATE' THEN
        DELETE FROM catalogue_changes WHERE at = 'infinity';
    ELSIF TG_TABLE_NAME = 'products' THEN
        changed := coalesce(NEW.id, OLD.id);
    ELSIF TG_TABLE_NAME = 'order_items' THEN
        changed := coalesce(NEW.product_id, OLD.product_id);
    END IF;
    INSERT INTO catalogue_changes (product_id, is_content)
    VALUES (coalesce(changed, '00000000-0000-0000-0000-000000000000'), TG_ARGV[0]::boolean) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;

-- A statement that changes no value notes nothing. Row triggers, because statement triggers fire for statements without rows too.
CREATE OR REPLACE TRIGGER products_note_stock AFTER UPDATE OF stock ON products
    FOR EACH ROW WHEN (OLD.stock IS DISTINCT FROM NEW.stock) EXECUTE FUNCTION note_catalogue_change('false');

CREATE OR REPLACE TRIGGER products_note_content
    AFTER UPDATE OF code, name, alt_names, images, description, price_cents, last_price_cents, brand, category, family, shade_name,
        shade_hex, version ON products
    FOR EACH ROW WHEN ((OLD.code, OLD.name, OLD.alt_names, OLD.images, OLD.description, OLD.price_cents, OLD.last_price_cents, OLD.brand,
        OLD.category, OLD.family, OLD.shade_name, OLD.shade_hex, OLD.version)
        IS DISTINCT FROM (NEW.code, NEW.name, NEW.alt_names, NEW.images, NEW.description, NEW.price_cents, NEW.last_price_cents, NEW.brand,
        NEW.category, NEW.family, NEW.shade_name, NEW.shade_hex, NEW.version)) EXECUTE FUNCTION note_catalogue_change('true');
CREATE OR REPLACE TRIGGER products_note_presence AFTER INSERT OR DELETE ON products FOR EACH ROW EXECUTE FUNCTION note_catalogue_change('true');
CREATE OR REPLACE TRIGGER products_note_truncation AFTER TRUNCATE ON products
    FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change('true');

-- Sales, which the catalogue shows, change when an order is cancelled, also one whose products are deleted.
CREATE OR REPLACE TRIGGER order_items_note_sales AFTER UPDATE OF cancelled, quantity ON order_items
    FOR EACH ROW WHEN ((OLD.cancelled, OLD.quantity) IS DISTINCT FROM (NEW.cancelled, NEW.quantity)) EXECUTE FUNCTION note_catalogue_change('false');
CREATE OR REPLACE TRIGGER order_items_note_loss AFTER DELETE ON order_items FOR EACH ROW EXECUTE FUNCTION note_catalogue_change('false');
CREATE OR REPLACE TRIGGER order_items_note_truncation AFTER TRUNCATE ON order_items
    FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change('true');

-- Reviews show their authors. A deleted user's review is deleted too, and noted by the trigger of reviews.
CREATE OR REPLACE TRIGGER users_note_content AFTER UPDATE OF email, first_name, last_name ON users
    FOR EACH ROW WHEN ((OLD.email, OLD.first_name, OLD.last_name) IS DISTINCT FROM (NEW.email, NEW.first_name, NEW.last_name))
    EXECUTE FUNCTION note_catalogue_change('true');

CREATE OR REPLACE TRIGGER reviews_note_content AFTER UPDATE ON reviews
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION note_catalogue_change('true');
CREATE OR REPLACE TRIGGER reviews_note_presence AFTER INSERT OR DELETE ON reviews FOR EACH ROW EXECUTE FUNCTION note_catalogue_change('true');
CREATE OR REPLACE TRIGGER reviews_note_truncation AFTER TRUNCATE ON reviews
    FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change('true');
