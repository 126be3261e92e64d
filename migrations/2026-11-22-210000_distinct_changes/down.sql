DROP TRIGGER products_note_stock ON products;
DROP TRIGGER products_note_content ON products;
DROP TRIGGER products_note_presence ON products;
DROP TRIGGER products_note_truncation ON products;
DROP TRIGGER order_items_note_sales ON order_items;
DROP TRIGGER order_items_note_loss ON order_items;
DROP TRIGGER order_items_note_truncation ON order_items;
DROP TRIGGER reviews_note_content ON reviews;
DROP TRIGGER reviews_note_presence ON reviews;
DROP TRIGGER reviews_note_truncation ON reviews;
DROP TRIGGER users_note_content ON users;

CREATE TRIGGER products_note_stock AFTER UPDATE OF stock ON products
    FOR EACH STATEMENT EXECUTE FUNCTION note_stock_change();
CREATE TRIGGER order_items_note_sales AFTER UPDATE OF cancelled, quantity OR DELETE OR TRUNCATE ON order_items
    FOR EACH STATEMENT EXECUTE FUNCTION note_stock_change();
CREATE TRIGGER products_note_content
    AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF code, name, alt_names, images, description, price_cents, last_price_cents,
        brand, category, family, shade_name, shade_hex, version ON products
    FOR EACH STATEMENT EXECUTE FUNCTION note_content_change();
CREATE TRIGGER reviews_note_content AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON reviews
    FOR EACH STATEMENT EXECUTE FUNCTION note_content_change();
CREATE TRIGGER users_note_content AFTER UPDATE OF email, first_name, last_name, profile_picture OR DELETE OR TRUNCATE ON users
    FOR EACH STATEMENT EXECUTE FUNCTION note_content_change();
