-- The notes by which instances hear which products changed, and the id of the catalogue for an index that is made from it.

SELECT pg_temp.lock_tables('users, products, order_items, reviews IN SHARE ROW EXCLUSIVE MODE');

-- The table of the baseline's release named no products. Its rows are worthless: an instance that has lost its notes starts over.
DROP TABLE IF EXISTS catalogue_changes;

-- The transactions that changed what the public catalogue shows, with the products that they changed. Each instance asks a few times
-- a second for those that were committed since it last asked, drops the answers that it keeps in memory, and brings its index of
-- products up to date.
--
-- A transaction writes only rows of its own, so that none waits for another. After a crash of the server the table is empty
-- (UNLOGGED). So that readers notice it, they write a first row, whose `at` is infinity: without that row, notes are missing.
-- Instances of the release before read `xid`, `is_content` and `at`.
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

-- The functions of the baseline's release, whose triggers are replaced above.
DROP FUNCTION IF EXISTS note_stock_change(), note_content_change();
