-- Which transactions changed what the public catalogue shows. Each server asks a few times a second which of them have
-- been committed since it last asked, and drops the answers it had kept.
--
-- A transaction only ever writes a row of its own, so that none waits for another. The rows are worth nothing after a
-- crash, when every server has lost its connection and starts over: no WAL for them.

CREATE UNLOGGED TABLE catalogue_changes (
    -- The transaction, as pg_current_xact_id() has it.
    xid bigint NOT NULL DEFAULT (pg_current_xact_id()::text::bigint),
    -- Whether anything but stock and sales changed.
    is_content boolean NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT catalogue_changes_pkey PRIMARY KEY (xid, is_content)
);

CREATE FUNCTION note_stock_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO catalogue_changes (is_content) VALUES (false) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;

CREATE FUNCTION note_content_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO catalogue_changes (is_content) VALUES (true) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;

-- Every order updates the stock of its products; sales without that change when one is cancelled whose products are gone.
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
-- Reviews show their authors.
CREATE TRIGGER users_note_content AFTER UPDATE OF email, first_name, last_name, profile_picture OR DELETE OR TRUNCATE ON users
    FOR EACH STATEMENT EXECUTE FUNCTION note_content_change();
