-- Orders use promotions. Locks are taken in this order: key, customer, settings, promotions by id, products by id.

SELECT pg_temp.lock_tables('order_items IN ACCESS EXCLUSIVE MODE');

-- The sums of sales count what is paid for a line, so the index that they are read from has its discount.
DROP INDEX order_items_sold_idx;
CREATE INDEX order_items_sold_idx ON order_items (placed_at) INCLUDE (product_id, quantity, price_cents, cancelled, discount_cents);

-- Whether the promotions that a draft is priced with still hold: none was saved since (`saves` counts the saves of all), and the limited
-- ones that it uses have a use left for the customer. Those stay locked, so that each order counts the uses before it; others are not, so
-- that orders with them do not wait for each other. The caller has the shared lock of the settings, which a save of a promotion takes
-- alone.
CREATE FUNCTION promotions_hold(draft jsonb) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    used CONSTANT uuid[] := ARRAY(SELECT (u ->> 'id')::uuid FROM jsonb_array_elements(draft #> '{promotions,used}') u);
    customer CONSTANT uuid := draft ->> 'user_id';
    email CONSTANT text := draft ->> 'email';
    phone CONSTANT text := draft ->> 'shipping_phone';
    promotion record;
BEGIN
    IF NOT draft ? 'promotions' THEN
        RETURN true;
    END IF;
    IF (SELECT coalesce(sum(p.version), 0) FROM promotions p) <> (draft #>> '{promotions,saves}')::bigint THEN
        RETURN false;
    END IF;
    IF cardinality(used) = 0 THEN
        RETURN true;
    END IF;
    FOR promotion IN
        SELECT p.id, p.uses, p.usage_limit, p.per_customer_limit, p.first_order_only FROM promotions p
        WHERE p.id = ANY (used) AND (p.usage_limit IS NOT NULL OR p.per_customer_limit IS NOT NULL OR p.first_order_only)
        ORDER BY p.id FOR NO KEY UPDATE
    LOOP
        IF promotion.uses >= promotion.usage_limit THEN
            RETURN false;
        END IF;
        IF promotion.first_order_only AND EXISTS (SELECT FROM orders_of_customer(customer, email, phone)) THEN
            RETURN false;
        END IF;
        IF promotion.per_customer_limit <= (
            SELECT count(*) FROM promotion_uses u JOIN orders_of_customer(customer, email, phone) o ON o.order_id = u.order_id
            WHERE u.promotion_id = promotion.id AND u.released_at IS NULL
        ) THEN
            RETURN false;
        END IF;
    END LOOP;
    RETURN true;
END $$;

-- Gives back the uses of promotions by an order that is cancelled. The order is locked. A use of an unlimited promotion locks it too: an
-- edit that limits it counts its uses.
CREATE FUNCTION release_promotions(cancelled text, moment timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    used CONSTANT uuid[] := ARRAY(SELECT u.promotion_id FROM promotion_uses u WHERE u.order_id = cancelled AND u.released_at IS NULL);
BEGIN
    PERFORM FROM promotions p WHERE p.id = ANY (used) ORDER BY p.id FOR NO KEY UPDATE;
    UPDATE promotion_uses u SET released_at = moment WHERE u.order_id = cancelled AND u.released_at IS NULL;
    UPDATE promotions p SET uses = p.uses - 1 WHERE p.id = ANY (used) AND p.usage_limit IS NOT NULL;
END $$;

-- Takes the uses of promotions again for an order that is reinstated, or answers false and changes nothing where a limit has been reached
-- meanwhile. The order is locked. Its promotions may be over by now: it keeps its price.
CREATE FUNCTION retake_promotions(reinstated text) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    given_back CONSTANT uuid[] := ARRAY(
        SELECT u.promotion_id FROM promotion_uses u WHERE u.order_id = reinstated AND u.released_at IS NOT NULL);
    buyer record;
    promotion record;
BEGIN
    SELECT o.user_id, o.email, o.shipping_phone INTO buyer FROM orders o WHERE o.id = reinstated;
    FOR promotion IN
        SELECT p.id, p.uses, p.usage_limit, least(p.per_customer_limit, CASE WHEN p.first_order_only THEN 1 END) AS of_customer
        FROM promotions p WHERE p.id = ANY (given_back) ORDER BY p.id FOR NO KEY UPDATE
    LOOP
        IF promotion.uses >= promotion.usage_limit THEN
            RETURN false;
        END IF;
        IF promotion.of_customer <= (
            SELECT count(*) FROM promotion_uses u
            JOIN orders_of_customer(buyer.user_id, buyer.email, buyer.shipping_phone) o ON o.order_id = u.order_id
            WHERE u.promotion_id = promotion.id AND u.released_at IS NULL
        ) THEN
            RETURN false;
        END IF;
    END LOOP;
    UPDATE promotion_uses u SET released_at = NULL WHERE u.order_id = reinstated;
    UPDATE promotions p SET uses = p.uses + 1 WHERE p.id = ANY (given_back) AND p.usage_limit IS NOT NULL;
    RETURN true;
END $$;

-- Places an order, as before. Version 3 of the draft names the saves of promotions that it was priced with, and the promotions that it uses
-- (`promotions`: {saves, used: [{id, cents}]}); where they do not hold, the outcome is offer_changed. Its items may have a
-- `discount_cents`.
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

CREATE OR REPLACE FUNCTION sum_up_new_items() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(sales_lock());
    IF (SELECT min(placed_at) FROM sold) > (SELECT max(until) FROM sales_spans) THEN
        RETURN NULL;
    END IF;
    INSERT INTO product_sales AS s (days, product_id, units, revenue_cents)
    SELECT span.days, sold.product_id, sum(sold.quantity), sum(sold.quantity * sold.price_cents - sold.discount_cents)
    FROM sold JOIN sales_spans span ON sold.placed_at > span.since AND sold.placed_at <= span.until
    WHERE sold.product_id IS NOT NULL AND NOT sold.cancelled
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (days, product_id)
        DO UPDATE SET units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION sum_up_cancelled_item() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    sign CONSTANT integer := CASE WHEN NEW.cancelled THEN -1 ELSE 1 END;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(sales_lock());
    INSERT INTO product_sales AS s (days, product_id, units, revenue_cents)
    SELECT span.days, NEW.product_id, sign * NEW.quantity, sign * (NEW.quantity * NEW.price_cents - NEW.discount_cents)
    FROM sales_spans span WHERE NEW.placed_at > span.since AND NEW.placed_at <= span.until
    ON CONFLICT (days, product_id)
        DO UPDATE SET units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents;
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION sales_since_summed(wanted_days integer, after timestamptz, upto timestamptz)
RETURNS TABLE (product_id uuid, units bigint, revenue_cents bigint)
LANGUAGE plpgsql STABLE ROWS 200
SET enable_seqscan = off
AS $$
BEGIN
    RETURN QUERY
    SELECT i.product_id, sum(part.sign * i.quantity)::bigint, sum(part.sign * (i.quantity * i.price_cents - i.discount_cents))::bigint
    FROM sales_spans s
    CROSS JOIN LATERAL (VALUES
        (1, after, least(upto, s.since)), (1, greatest(after, s.until), upto),
        (-1, s.since, least(s.until, after)), (-1, greatest(s.since, upto), s.until)
    ) AS part (sign, low, high)
    JOIN order_items i ON i.placed_at > part.low AND i.placed_at <= part.high
    WHERE s.days = wanted_days AND i.product_id IS NOT NULL AND NOT i.cancelled
    GROUP BY i.product_id;
END $$;
