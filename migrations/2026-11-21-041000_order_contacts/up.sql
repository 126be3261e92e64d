-- Finding orders by whom they are addressed to. Customers come back: the recipient and the e-mail address of their orders
-- are kept once, with how many orders there are, so that a search reads the customers it finds and not all their orders.

-- Whoever is placing an order right now is waited for, and then counted.
LOCK TABLE orders IN SHARE ROW EXCLUSIVE MODE;

-- All runs of one to three characters of a text: whoever contains another has all of its runs.
CREATE FUNCTION runs_of(whole text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(
    SELECT DISTINCT substr(whole, at, length)
    FROM generate_series(1, 3) length, generate_series(1, char_length(whole) - length + 1) at
);

-- Where orders of one customer were sent. There may be two of the same text: whoever places an order looks at the last few
-- of the address, and waits for nobody. Each order has one of them, so their numbers add up all the same.
CREATE TABLE order_contacts (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT order_contacts_pkey PRIMARY KEY,
    -- Recipient and e-mail address, folded by the application.
    search_text text NOT NULL,
    -- How many orders of each status, but for what order_contact_changes adds.
    processing bigint NOT NULL DEFAULT 0,
    shipped bigint NOT NULL DEFAULT 0,
    completed bigint NOT NULL DEFAULT 0,
    cancelled bigint NOT NULL DEFAULT 0
)
WITH (fillfactor = 80);

-- By how much those numbers are to be changed: only ever added to, and folded by the server now and then, as tallies are.
CREATE TABLE order_contact_changes (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT order_contact_changes_pkey PRIMARY KEY,
    contact_id bigint NOT NULL,
    status text NOT NULL,
    n bigint NOT NULL
);

-- Before the text stand the number, which has 13 characters, and a space.
INSERT INTO order_contacts (search_text, processing, shipped, completed, cancelled)
SELECT substr(search_text, 15), count(*) FILTER (WHERE status = 'processing'), count(*) FILTER (WHERE status = 'shipped'),
    count(*) FILTER (WHERE status = 'completed'), count(*) FILTER (WHERE status = 'cancelled')
FROM orders GROUP BY 1;
CREATE INDEX order_contacts_search_idx ON order_contacts USING gin (runs_of(search_text) COLLATE "C");

-- The number is found in the number itself.
DROP INDEX orders_search_idx;
ALTER TABLE orders DROP COLUMN search_grams;
-- No foreign key: contacts are never deleted, and checking it would lock the contact for every order.
ALTER TABLE orders ADD COLUMN contact_id bigint;
ANALYZE order_contacts;
UPDATE orders o SET contact_id = c.id, search_text = c.search_text
FROM order_contacts c WHERE c.search_text = substr(o.search_text, 15);
ALTER TABLE orders ALTER COLUMN contact_id SET NOT NULL;
CREATE INDEX orders_contact_idx ON orders (contact_id, placed_at DESC, id DESC);
CREATE INDEX orders_number_idx ON orders USING gin (runs_of(lower(id COLLATE "C")) COLLATE "C");

CREATE FUNCTION find_order_contact() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    SELECT recent.contact_id INTO NEW.contact_id
    FROM (
        SELECT o.contact_id, o.search_text FROM orders o
        WHERE o.email = NEW.email ORDER BY o.placed_at DESC, o.id DESC LIMIT 8
    ) AS recent
    WHERE recent.search_text = NEW.search_text LIMIT 1;
    IF NOT FOUND THEN
        INSERT INTO order_contacts (search_text) VALUES (NEW.search_text) RETURNING id INTO NEW.contact_id;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER orders_find_contact BEFORE INSERT ON orders
    FOR EACH ROW EXECUTE FUNCTION find_order_contact();

CREATE OR REPLACE FUNCTION tally_rows() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    sign CONSTANT integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
    IF TG_TABLE_NAME = 'orders' THEN
        INSERT INTO tallies (subject, kind, n) SELECT 'orders', status, sign * count(*) FROM tallied GROUP BY status;
        INSERT INTO order_contact_changes (contact_id, status, n)
        SELECT contact_id, status, sign * count(*) FROM tallied GROUP BY 1, 2;
    ELSIF TG_TABLE_NAME = 'users' THEN
        INSERT INTO tallies (subject, kind, n)
        SELECT 'users', kind_of_user(user_type, is_blocked), sign * count(*) FROM tallied GROUP BY 2;
    ELSE
        INSERT INTO tallies (subject, kind, n) SELECT TG_TABLE_NAME, 'all', sign * count(*) FROM tallied HAVING count(*) > 0;
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION tally_order_status() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO tallies (subject, kind, n) VALUES ('orders', OLD.status, -1), ('orders', NEW.status, 1);
    INSERT INTO order_contact_changes (contact_id, status, n)
    VALUES (OLD.contact_id, OLD.status, -1), (NEW.contact_id, NEW.status, 1);
    RETURN NULL;
END $$;

-- Adds the changes to the numbers. One at a time: two would lock the same contacts in any order.
CREATE FUNCTION fold_order_contacts() RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    IF NOT pg_try_advisory_xact_lock(4122) THEN
        RETURN;
    END IF;
    WITH old AS (
        DELETE FROM order_contact_changes RETURNING contact_id, status, n
    ), change AS (
        SELECT contact_id, coalesce(sum(n) FILTER (WHERE status = 'processing'), 0) AS processing,
            coalesce(sum(n) FILTER (WHERE status = 'shipped'), 0) AS shipped,
            coalesce(sum(n) FILTER (WHERE status = 'completed'), 0) AS completed,
            coalesce(sum(n) FILTER (WHERE status = 'cancelled'), 0) AS cancelled
        FROM old GROUP BY 1
    )
    UPDATE order_contacts c
    SET processing = c.processing + change.processing, shipped = c.shipped + change.shipped,
        completed = c.completed + change.completed, cancelled = c.cancelled + change.cancelled
    FROM change WHERE c.id = change.contact_id;
END $$;

-- Answers {outcome, order_id?, shortages?}; the outcome is one of placed, replayed, key_reused, customer_refused,
-- offer_changed, out_of_stock and order_id_taken. Only placed wrote anything.
CREATE OR REPLACE FUNCTION place_order(draft jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
    new_id CONSTANT text := draft ->> 'id';
    customer CONSTANT uuid := draft ->> 'user_id';
    used_key CONSTANT text := draft ->> 'key';
    placed CONSTANT timestamptz := draft ->> 'placed_at';
    wanted CONSTANT uuid[] := ARRAY(SELECT (i ->> 'product_id')::uuid FROM jsonb_array_elements(draft -> 'items') i);
    known record;
    changed bigint;
    short jsonb;
    written bigint;
BEGIN
    IF used_key IS NOT NULL THEN
        PERFORM pg_advisory_xact_lock(idempotency_lock(customer, used_key));
        SELECT k.meaning, k.order_id INTO known FROM idempotency_keys k WHERE k.user_id = customer AND k.key = used_key;
        IF FOUND THEN
            RETURN jsonb_build_object(
                'outcome', CASE WHEN known.meaning = draft ->> 'meaning' THEN 'replayed' ELSE 'key_reused' END,
                'order_id', known.order_id);
        END IF;
    END IF;

    PERFORM FROM users u WHERE u.id = customer AND NOT u.is_blocked FOR SHARE;
    IF NOT FOUND THEN
        RETURN jsonb_build_object('outcome', 'customer_refused');
    END IF;

    WITH shelf AS MATERIALIZED (
        SELECT p.id, p.last_price_cents, p.stock FROM products p WHERE p.id = ANY (wanted) ORDER BY p.id FOR NO KEY UPDATE
    )
    SELECT count(*) FILTER (WHERE shelf.id IS NULL OR shelf.last_price_cents <> line.price_cents),
           jsonb_agg(jsonb_build_object('code', line.code, 'name', line.name, 'requested', line.quantity, 'available', shelf.stock)
                     ORDER BY line.position) FILTER (WHERE shelf.stock < line.quantity)
    INTO changed, short
    FROM jsonb_to_recordset(draft -> 'items')
        AS line (position smallint, product_id uuid, code text, name text, price_cents bigint, quantity integer)
    LEFT JOIN shelf ON shelf.id = line.product_id;
    IF changed > 0 THEN
        RETURN jsonb_build_object('outcome', 'offer_changed');
    END IF;
    IF short IS NOT NULL THEN
        RETURN jsonb_build_object('outcome', 'out_of_stock', 'shortages', short);
    END IF;

    INSERT INTO orders (id, user_id, email, status, placed_at, shipping_name, shipping_address, shipping_phone, total_cents,
                        search_text)
    VALUES (new_id, customer, draft ->> 'email', 'processing', placed, draft ->> 'shipping_name', draft ->> 'shipping_address',
            draft ->> 'shipping_phone', (draft ->> 'total_cents')::bigint, draft ->> 'search_text')
    ON CONFLICT (id) DO NOTHING;
    IF NOT FOUND THEN
        RETURN jsonb_build_object('outcome', 'order_id_taken');
    END IF;

    WITH line AS MATERIALIZED (
        SELECT * FROM jsonb_to_recordset(draft -> 'items')
            AS i (position smallint, product_id uuid, code text, name text, image text, price_cents bigint, quantity integer)
    ), items AS (
        INSERT INTO order_items (order_id, position, product_id, code, name, image, price_cents, quantity, placed_at)
        SELECT new_id, line.position, line.product_id, line.code, line.name, line.image, line.price_cents, line.quantity, placed
        FROM line
    ), taken AS (
        UPDATE products p SET stock = p.stock - line.quantity
        FROM line WHERE p.id = line.product_id AND p.stock >= line.quantity
        RETURNING p.id
    ), moved AS (
        INSERT INTO stock_movements (product_id, delta, reason, order_id, actor_email, at)
        SELECT line.product_id, -line.quantity, 'sale', new_id, draft ->> 'email', placed FROM line
    ), event AS (
        INSERT INTO order_events (order_id, at, actor_email, to_status) VALUES (new_id, placed, draft ->> 'email', 'processing')
    ), remembered AS (
        INSERT INTO idempotency_keys (user_id, key, meaning, order_id, created_at)
        SELECT customer, used_key, draft ->> 'meaning', new_id, placed WHERE used_key IS NOT NULL
    )
    SELECT count(*) INTO written FROM taken;
    IF written <> cardinality(wanted) THEN
        RAISE EXCEPTION 'the stock of % of % lines was taken', written, cardinality(wanted);
    END IF;
    RETURN jsonb_build_object('outcome', 'placed');
END $$;
