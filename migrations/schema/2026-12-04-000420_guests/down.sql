-- Orders of guests stay; nothing opens them any more.

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
    -- Of a promotion: {id, cents}.
    promotions_used CONSTANT jsonb := coalesce(draft #> '{promotions,used}', '[]');
BEGIN
    IF coalesce(draft ->> 'version', '1') NOT IN ('1', '2', '3') THEN
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
    IF NOT promotions_hold(draft) THEN
        RETURN jsonb_build_object('outcome', 'offer_changed');
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
            AS i (position smallint, product_id uuid, code text, name text, image text, price_cents bigint, quantity integer,
                  discount_cents bigint)
    ), items AS (
        INSERT INTO order_items (order_id, position, product_id, code, name, image, price_cents, quantity, placed_at,
                                 discount_cents)
        SELECT new_id, line.position, line.product_id, line.code, line.name, line.image, line.price_cents, line.quantity, placed,
               coalesce(line.discount_cents, 0)
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
    IF promotions_used <> '[]' THEN
        INSERT INTO promotion_uses (order_id, promotion_id, amount_cents, used_at)
        SELECT new_id, (u ->> 'id')::uuid, (u ->> 'cents')::bigint, placed FROM jsonb_array_elements(promotions_used) u;
        UPDATE promotions p SET uses = p.uses + 1
        WHERE p.id = ANY (ARRAY(SELECT (u ->> 'id')::uuid FROM jsonb_array_elements(promotions_used) u)) AND p.usage_limit IS NOT NULL;
    END IF;
    RETURN jsonb_build_object('outcome', 'placed');
END $$;

DROP FUNCTION guest_limit(jsonb);
DROP FUNCTION is_contact_blocked(text, text);
DROP FUNCTION guest_lock(text);
DROP FUNCTION phone_digits(text);
DROP TABLE order_access;
