-- A statement that changes nothing changes nothing that the catalogue shows: only rows that come, go or become another count.
-- Triggers of statements fire for every statement, one that finds no row included; hence one for each row.
-- They are replaced, not dropped: a drop would keep readers out of the table until the end of the transaction.

CREATE OR REPLACE TRIGGER products_note_stock AFTER UPDATE OF stock ON products
    FOR EACH ROW WHEN (OLD.stock IS DISTINCT FROM NEW.stock) EXECUTE FUNCTION note_stock_change();

CREATE OR REPLACE TRIGGER order_items_note_sales AFTER UPDATE OF cancelled, quantity ON order_items
    FOR EACH ROW WHEN ((OLD.cancelled, OLD.quantity) IS DISTINCT FROM (NEW.cancelled, NEW.quantity)) EXECUTE FUNCTION note_stock_change();
CREATE TRIGGER order_items_note_loss AFTER DELETE ON order_items FOR EACH ROW EXECUTE FUNCTION note_stock_change();
CREATE TRIGGER order_items_note_truncation AFTER TRUNCATE ON order_items FOR EACH STATEMENT EXECUTE FUNCTION note_stock_change();

CREATE OR REPLACE TRIGGER products_note_content
    AFTER UPDATE OF code, name, alt_names, images, description, price_cents, last_price_cents, brand, category, family, shade_name,
        shade_hex, version ON products
    FOR EACH ROW WHEN ((OLD.code, OLD.name, OLD.alt_names, OLD.images, OLD.description, OLD.price_cents, OLD.last_price_cents, OLD.brand,
        OLD.category, OLD.family, OLD.shade_name, OLD.shade_hex, OLD.version)
        IS DISTINCT FROM (NEW.code, NEW.name, NEW.alt_names, NEW.images, NEW.description, NEW.price_cents, NEW.last_price_cents, NEW.brand,
        NEW.category, NEW.family, NEW.shade_name, NEW.shade_hex, NEW.version)) EXECUTE FUNCTION note_content_change();
CREATE TRIGGER products_note_presence AFTER INSERT OR DELETE ON products FOR EACH ROW EXECUTE FUNCTION note_content_change();
CREATE TRIGGER products_note_truncation AFTER TRUNCATE ON products FOR EACH STATEMENT EXECUTE FUNCTION note_content_change();

CREATE OR REPLACE TRIGGER reviews_note_content AFTER UPDATE ON reviews
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION note_content_change();
CREATE TRIGGER reviews_note_presence AFTER INSERT OR DELETE ON reviews FOR EACH ROW EXECUTE FUNCTION note_content_change();
CREATE TRIGGER reviews_note_truncation AFTER TRUNCATE ON reviews FOR EACH STATEMENT EXECUTE FUNCTION note_content_change();

-- Reviews show their authors; the review of one who is deleted goes with them, and is counted above.
CREATE OR REPLACE TRIGGER users_note_content AFTER UPDATE OF email, first_name, last_name ON users
    FOR EACH ROW WHEN ((OLD.email, OLD.first_name, OLD.last_name) IS DISTINCT FROM (NEW.email, NEW.first_name, NEW.last_name))
    EXECUTE FUNCTION note_content_change();
