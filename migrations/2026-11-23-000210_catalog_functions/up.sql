-- Triggers of products and users that record prices, list low stock and note changes of the public catalogue.

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

-- Notes that stock or sales changed.
CREATE OR REPLACE FUNCTION note_stock_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO catalogue_changes (is_content) VALUES (false) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;

-- Notes that anything else changed which the public catalogue shows.
CREATE OR REPLACE FUNCTION note_content_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO catalogue_changes (is_content) VALUES (true) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;

-- A statement that changes no value notes nothing. Row triggers, because statement triggers fire for statements without rows too.
CREATE OR REPLACE TRIGGER products_note_stock AFTER UPDATE OF stock ON products
    FOR EACH ROW WHEN (OLD.stock IS DISTINCT FROM NEW.stock) EXECUTE FUNCTION note_stock_change();

CREATE OR REPLACE TRIGGER products_note_content
    AFTER UPDATE OF code, name, alt_names, images, description, price_cents, last_price_cents, brand, category, family, shade_name,
        shade_hex, version ON products
    FOR EACH ROW WHEN ((OLD.code, OLD.name, OLD.alt_names, OLD.images, OLD.description, OLD.price_cents, OLD.last_price_cents, OLD.brand,
        OLD.category, OLD.family, OLD.shade_name, OLD.shade_hex, OLD.version)
        IS DISTINCT FROM (NEW.code, NEW.name, NEW.alt_names, NEW.images, NEW.description, NEW.price_cents, NEW.last_price_cents, NEW.brand,
        NEW.category, NEW.family, NEW.shade_name, NEW.shade_hex, NEW.version)) EXECUTE FUNCTION note_content_change();
CREATE OR REPLACE TRIGGER products_note_presence AFTER INSERT OR DELETE ON products FOR EACH ROW EXECUTE FUNCTION note_content_change();
CREATE OR REPLACE TRIGGER products_note_truncation AFTER TRUNCATE ON products
    FOR EACH STATEMENT EXECUTE FUNCTION note_content_change();

-- Reviews show their authors. A deleted user's review is deleted too, and noted by the trigger of reviews.
CREATE OR REPLACE TRIGGER users_note_content AFTER UPDATE OF email, first_name, last_name ON users
    FOR EACH ROW WHEN ((OLD.email, OLD.first_name, OLD.last_name) IS DISTINCT FROM (NEW.email, NEW.first_name, NEW.last_name))
    EXECUTE FUNCTION note_content_change();
