-- Placing an order in one round trip. The application decides everything (items, prices, total, number); these functions check that
-- the decision still holds and write it, or write nothing. docs/architecture.md draws the steps and the triggers.
--
-- Locks are always taken in this order: key, customer, settings, products by id. READ COMMITTED is enough, because every value that a
-- decision depends on is read from a locked row.

-- The advisory lock that requests of one owner with one key take in turn. Two keys may share a lock; then one waits for the other.
CREATE OR REPLACE FUNCTION idempotency_lock(owner text, key text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN hashtextextended(owner || ' ' || key, 4120);

-- The order that an owner placed with a key: {order_id, meaning} or NULL. Waits for a request that is placing it.
CREATE OR REPLACE FUNCTION order_placed_with(owner text, used_key text) RETURNS jsonb
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(idempotency_lock(owner, used_key));
    RETURN (
        SELECT jsonb_build_object('order_id', k.order_id, 'meaning', k.meaning)
        FROM idempotency_keys k
        WHERE k.owner_key = owner AND k.key = used_key
    );
END $$;

-- The limit that the order of a new customer (an account whose address was never verified and that has no completed order) passes:
-- orders or units; NULL for none, and for a customer who is not new. The caller has the lock of the customer, which each order of a new
-- customer takes: no other order is added to those that are counted here.
CREATE OR REPLACE FUNCTION new_customer_limit(customer uuid, draft jsonb) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    open bigint;
    completed bigint;
BEGIN
    PERFORM FROM users u WHERE u.id = customer AND u.email_verified_at IS NULL;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    SELECT count(*) FILTER (WHERE o.status IN ('processing', 'shipped')), count(*) FILTER (WHERE o.status = 'completed')
    INTO open, completed FROM orders o WHERE o.user_id = customer;
    IF completed > 0 THEN
        RETURN NULL;
    END IF;
    IF open >= (draft #>> '{new_customer,orders}')::bigint THEN
        RETURN 'orders';
    END IF;
    IF (SELECT sum((i ->> 'quantity')::bigint) FROM jsonb_array_elements(draft -> 'items') i)
        > (draft #>> '{new_customer,units}')::bigint THEN
        RETURN 'units';
    END IF;
    RETURN NULL;
END $$;

-- Places an order. Answers {outcome, order_id?, limit?, shortages?}; the outcome is one of placed, replayed, key_reused, customer_refused,
-- new_customer, offer_changed, out_of_stock and order_id_taken. Only `placed` wrote anything.
--
-- The draft has a version, so that a later release can add to it without a new function. Version 2 names the versions of the settings
-- that it was priced with (`settings`): where one differs by now, the outcome is offer_changed. `new_customer` ({orders, units}) are the
-- limits of an account whose address is not verified. Version 1, which is also that of a draft without one, has neither of both. A draft
-- without `owner_key` means the user. An unknown version is the error 0A000. A lock that is not granted within the draft's
-- `lock_timeout` is the error 55P03; the setting holds to the end of the transaction. Said here, it costs no round trip.
--
-- The stock is taken by the products' keys (`= ANY (wanted)`): the planner assumes a hundred lines for any JSON array, and would read
-- all products of a shop of some thousands rather than look up a hundred.
--
-- The settings of the function:
-- - `plan_cache_mode`: the planner takes a plan for known products to be cheaper than one for any, and would plan the query that locks the
--   products again for each order. It makes the same plan for both.
-- - `enable_seqscan`: reading a small table whole is the cheaper plan, and a connection keeps its plans while the table grows. One that
--   placed its first order while few keys were remembered would read all of them for each later order.
-- - `jit`: where a table has no index that fits, the plan counts as expensive, and would be compiled for each order.
CREATE OR REPLACE FUNCTION place_order(draft jsonb) RETURNS jsonb
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET jit = off
AS $$
DECLARE
    new_id CONSTANT text := draft ->> 'id';
    customer CONSTANT uuid := draft ->> 'user_id';
    owner CONSTANT text := coalesce(draft ->> 'owner_key', 'user:' || (draft ->> 'user_id'));
    used_key CONSTANT text := draft ->> 'key';
    placed CONSTANT timestamptz := draft ->> 'placed_at';
    wanted CONSTANT uuid[] := ARRAY(SELECT (i ->> 'product_id')::uuid FROM jsonb_array_elements(draft -> 'items') i);
    known record;
    changed bigint;
    short jsonb;
    written bigint;
    beyond text;
BEGIN
    IF coalesce(draft ->> 'version', '1') NOT IN ('1', '2') THEN
        RAISE EXCEPTION 'place_order does not know drafts of version %', draft ->> 'version' USING ERRCODE = 'feature_not_supported';
    END IF;
    PERFORM set_config('lock_timeout', coalesce(draft ->> 'lock_timeout', current_setting('lock_timeout')), true);
    IF used_key IS NOT NULL THEN
        PERFORM pg_advisory_xact_lock(idempotency_lock(owner, used_key));
        SELECT k.meaning, k.order_id INTO known FROM idempotency_keys k WHERE k.owner_key = owner AND k.key = used_key;
        IF FOUND THEN
            RETURN jsonb_build_object(
                'outcome', CASE WHEN known.meaning = draft ->> 'meaning' THEN 'replayed' ELSE 'key_reused' END,
                'order_id', known.order_id);
        END IF;
    END IF;

    IF draft ? 'new_customer' THEN
        -- The orders of this customer run one after the other, so that each counts those before it.
        PERFORM FROM users u WHERE u.id = customer AND NOT u.is_blocked FOR NO KEY UPDATE;
    ELSE
        PERFORM FROM users u WHERE u.id = customer AND NOT u.is_blocked FOR SHARE;
    END IF;
    IF NOT FOUND THEN
        RETURN jsonb_build_object('outcome', 'customer_refused');
    END IF;
    IF draft ? 'new_customer' THEN
        beyond := new_customer_limit(customer, draft);
        IF beyond IS NOT NULL THEN
            RETURN jsonb_build_object('outcome', 'new_customer', 'limit', beyond);
        END IF;
    END IF;
    PERFORM pg_advisory_xact_lock_shared(settings_lock());

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
    IF changed > 0 OR NOT settings_are(draft -> 'settings') THEN
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
        FROM line WHERE p.id = ANY (wanted) AND p.id = line.product_id AND p.stock >= line.quantity
        RETURNING p.id
    ), moved AS (
        INSERT INTO stock_movements (product_id, delta, reason, order_id, actor_email, at)
        SELECT line.product_id, -line.quantity, 'sale', new_id, draft ->> 'email', placed FROM line
    ), event AS (
        INSERT INTO order_events (order_id, at, actor_email, to_status) VALUES (new_id, placed, draft ->> 'email', 'processing')
    ), remembered AS (
        INSERT INTO idempotency_keys (owner_key, key, meaning, order_id, created_at)
        SELECT owner, used_key, draft ->> 'meaning', new_id, placed WHERE used_key IS NOT NULL
    )
    SELECT count(*) INTO written FROM taken;
    IF written <> cardinality(wanted) THEN
        RAISE EXCEPTION 'the stock of % of % lines was taken', written, cardinality(wanted);
    END IF;
    RETURN jsonb_build_object('outcome', 'placed');
END $$;

-- Gives an order the contact of an earlier order with the same text, or a new one.
CREATE OR REPLACE FUNCTION find_order_contact() RETURNS trigger
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
CREATE OR REPLACE TRIGGER orders_find_contact BEFORE INSERT ON orders
    FOR EACH ROW EXECUTE FUNCTION find_order_contact();
