-- What the dashboard and the heads of lists show, kept beside the tables it is counted from, so that it costs the same in a
-- shop of a hundred orders and in one of a million. `api doctor` counts all of it again.
--
-- Placing an order never waits for another one here: it adds rows of its own (tallies), and takes a shared lock.

-- How many there are of each kind. Nobody ever changes a row; a count is the sum of its rows, which the server now and
-- then folds into one.
CREATE TABLE tallies (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT tallies_pkey PRIMARY KEY,
    subject text NOT NULL CONSTRAINT tallies_subject_check CHECK (subject IN ('orders', 'users', 'products', 'reviews')),
    -- Of orders the status, of users active, blocked or admin.
    kind text NOT NULL,
    n bigint NOT NULL
);

CREATE FUNCTION kind_of_user(user_type text, is_blocked boolean) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN user_type = 'admin' THEN 'admin' WHEN is_blocked THEN 'blocked' ELSE 'active' END;

-- Whole tables of rows at once, so that filling a shop is quick.
CREATE FUNCTION tally_rows() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    sign CONSTANT integer := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
BEGIN
    IF TG_TABLE_NAME = 'orders' THEN
        INSERT INTO tallies (subject, kind, n) SELECT 'orders', status, sign * count(*) FROM tallied GROUP BY status;
    ELSIF TG_TABLE_NAME = 'users' THEN
        INSERT INTO tallies (subject, kind, n)
        SELECT 'users', kind_of_user(user_type, is_blocked), sign * count(*) FROM tallied GROUP BY 2;
    ELSE
        INSERT INTO tallies (subject, kind, n) SELECT TG_TABLE_NAME, 'all', sign * count(*) FROM tallied HAVING count(*) > 0;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER orders_tally_new AFTER INSERT ON orders REFERENCING NEW TABLE AS tallied
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE TRIGGER orders_tally_gone AFTER DELETE ON orders REFERENCING OLD TABLE AS tallied
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE TRIGGER users_tally_new AFTER INSERT ON users REFERENCING NEW TABLE AS tallied
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE TRIGGER users_tally_gone AFTER DELETE ON users REFERENCING OLD TABLE AS tallied
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE TRIGGER products_tally_new AFTER INSERT ON products REFERENCING NEW TABLE AS tallied
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE TRIGGER products_tally_gone AFTER DELETE ON products REFERENCING OLD TABLE AS tallied
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE TRIGGER reviews_tally_new AFTER INSERT ON reviews REFERENCING NEW TABLE AS tallied
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE TRIGGER reviews_tally_gone AFTER DELETE ON reviews REFERENCING OLD TABLE AS tallied
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();

CREATE FUNCTION tally_order_status() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO tallies (subject, kind, n) VALUES ('orders', OLD.status, -1), ('orders', NEW.status, 1);
    RETURN NULL;
END $$;
CREATE TRIGGER orders_tally_status AFTER UPDATE OF status ON orders
    FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION tally_order_status();

CREATE FUNCTION tally_user_kind() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO tallies (subject, kind, n)
    VALUES ('users', kind_of_user(OLD.user_type, OLD.is_blocked), -1), ('users', kind_of_user(NEW.user_type, NEW.is_blocked), 1);
    RETURN NULL;
END $$;
CREATE TRIGGER users_tally_kind AFTER UPDATE OF user_type, is_blocked ON users
    FOR EACH ROW WHEN (OLD.user_type <> NEW.user_type OR OLD.is_blocked <> NEW.is_blocked) EXECUTE FUNCTION tally_user_kind();

INSERT INTO tallies (subject, kind, n)
SELECT 'orders', status, count(*) FROM orders GROUP BY status
UNION ALL SELECT 'users', kind_of_user(user_type, is_blocked), count(*) FROM users GROUP BY 2
UNION ALL SELECT 'products', 'all', count(*) FROM products HAVING count(*) > 0
UNION ALL SELECT 'reviews', 'all', count(*) FROM reviews HAVING count(*) > 0;

-- The products with so little stock that somebody should know: an index on products.stock would make every sale rewrite
-- all the product's index entries. Who writes here holds the lock on the product.
CREATE TABLE scarce_products (
    product_id uuid NOT NULL CONSTRAINT scarce_products_pkey PRIMARY KEY
        CONSTRAINT scarce_products_product_id_fkey REFERENCES products (id) ON DELETE CASCADE,
    -- 0 is out of stock, 1 to 5 low.
    stock integer NOT NULL CONSTRAINT scarce_products_stock_check CHECK (stock BETWEEN 0 AND 5)
);

CREATE INDEX scarce_products_stock_idx ON scarce_products (stock, product_id);

CREATE FUNCTION list_scarce_product() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.stock <= 5 THEN
        INSERT INTO scarce_products (product_id, stock) VALUES (NEW.id, NEW.stock)
        ON CONFLICT (product_id) DO UPDATE SET stock = excluded.stock;
    ELSE
        DELETE FROM scarce_products WHERE product_id = NEW.id;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER products_scarce_new AFTER INSERT ON products
    FOR EACH ROW WHEN (NEW.stock <= 5) EXECUTE FUNCTION list_scarce_product();
CREATE TRIGGER products_scarce_stock AFTER UPDATE OF stock ON products
    FOR EACH ROW WHEN (OLD.stock <> NEW.stock AND (OLD.stock <= 5 OR NEW.stock <= 5)) EXECUTE FUNCTION list_scarce_product();

INSERT INTO scarce_products (product_id, stock) SELECT id, stock FROM products WHERE stock <= 5;

-- Sales, summed up to a moment that the server moves on again and again; what was sold since is read from the items. So
-- placing an order changes none of these rows, unless it is dated back.

-- For each of the spans the shop looks at: what is summed up are the items with since < placed_at <= until.
CREATE TABLE sales_spans (
    days smallint NOT NULL CONSTRAINT sales_spans_pkey PRIMARY KEY,
    since timestamptz NOT NULL,
    until timestamptz NOT NULL,
    CONSTRAINT sales_spans_times_check CHECK (since <= until)
);
INSERT INTO sales_spans (days, since, until) SELECT days, 'epoch', 'epoch' FROM (VALUES (7), (30), (90)) AS span (days);

-- Units sold and what they brought in, per product, cancelled orders left out. No foreign key: the moving on must not wait
-- for a product that is being edited.
CREATE TABLE product_sales (
    days smallint NOT NULL,
    product_id uuid NOT NULL,
    units bigint NOT NULL,
    revenue_cents bigint NOT NULL,
    CONSTRAINT product_sales_pkey PRIMARY KEY (days, product_id)
);

CREATE INDEX product_sales_best_idx ON product_sales (days, units DESC, revenue_cents DESC, product_id DESC);

-- Whole days of the shop that are over, cancelled orders left out. A day that is not here is read from the orders.
CREATE TABLE sales_days (
    begins timestamptz NOT NULL CONSTRAINT sales_days_pkey PRIMARY KEY,
    ends timestamptz NOT NULL,
    orders bigint NOT NULL,
    revenue_cents bigint NOT NULL,
    CONSTRAINT sales_days_times_check CHECK (begins <= ends)
);

-- All items sold between two moments, from the index alone; takes the place of order_items_recent_idx.
CREATE INDEX order_items_sold_idx ON order_items (placed_at) INCLUDE (product_id, quantity, price_cents, cancelled);
DROP INDEX order_items_recent_idx;

-- Shared: whoever changes what was sold, to the end of their transaction. Exclusive: whoever moves the sums on.
CREATE FUNCTION sales_lock() RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 4121;

CREATE FUNCTION sum_up_new_items() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(sales_lock());
    IF (SELECT min(placed_at) FROM sold) > (SELECT max(until) FROM sales_spans) THEN
        RETURN NULL;
    END IF;
    INSERT INTO product_sales AS s (days, product_id, units, revenue_cents)
    SELECT span.days, sold.product_id, sum(sold.quantity), sum(sold.quantity * sold.price_cents)
    FROM sold JOIN sales_spans span ON sold.placed_at > span.since AND sold.placed_at <= span.until
    WHERE sold.product_id IS NOT NULL AND NOT sold.cancelled
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (days, product_id)
        DO UPDATE SET units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents;
    RETURN NULL;
END $$;
CREATE TRIGGER order_items_sum_up_new AFTER INSERT ON order_items REFERENCING NEW TABLE AS sold
    FOR EACH STATEMENT EXECUTE FUNCTION sum_up_new_items();

-- Cancelling and reinstating; the lock on the product is held.
CREATE FUNCTION sum_up_cancelled_item() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    sign CONSTANT integer := CASE WHEN NEW.cancelled THEN -1 ELSE 1 END;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(sales_lock());
    INSERT INTO product_sales AS s (days, product_id, units, revenue_cents)
    SELECT span.days, NEW.product_id, sign * NEW.quantity, sign * NEW.quantity * NEW.price_cents
    FROM sales_spans span WHERE NEW.placed_at > span.since AND NEW.placed_at <= span.until
    ON CONFLICT (days, product_id)
        DO UPDATE SET units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents;
    RETURN NULL;
END $$;
CREATE TRIGGER order_items_sum_up_cancelled AFTER UPDATE OF cancelled ON order_items
    FOR EACH ROW WHEN (OLD.cancelled <> NEW.cancelled AND NEW.product_id IS NOT NULL) EXECUTE FUNCTION sum_up_cancelled_item();

CREATE FUNCTION forget_product_sales() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(sales_lock());
    DELETE FROM product_sales WHERE product_id = OLD.id;
    RETURN NULL;
END $$;
CREATE TRIGGER products_forget_sales AFTER DELETE ON products
    FOR EACH ROW EXECUTE FUNCTION forget_product_sales();

CREATE FUNCTION sum_up_new_orders() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(sales_lock());
    IF (SELECT min(placed_at) FROM placed) > (SELECT max(until) FROM sales_spans) THEN
        RETURN NULL;
    END IF;
    UPDATE sales_days d SET orders = d.orders + fresh.orders, revenue_cents = d.revenue_cents + fresh.revenue_cents
    FROM (
        SELECT day.begins, count(*) AS orders, sum(p.total_cents) AS revenue_cents
        FROM placed p JOIN sales_days day ON p.placed_at >= day.begins AND p.placed_at < day.ends
        WHERE p.status <> 'cancelled' GROUP BY 1
    ) AS fresh
    WHERE d.begins = fresh.begins;
    RETURN NULL;
END $$;
CREATE TRIGGER orders_sum_up_new AFTER INSERT ON orders REFERENCING NEW TABLE AS placed
    FOR EACH STATEMENT EXECUTE FUNCTION sum_up_new_orders();

CREATE FUNCTION sum_up_cancelled_order() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
    sign CONSTANT integer := CASE WHEN NEW.status = 'cancelled' THEN -1 ELSE 1 END;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(sales_lock());
    UPDATE sales_days d SET orders = d.orders + sign, revenue_cents = d.revenue_cents + sign * NEW.total_cents
    WHERE NEW.placed_at >= d.begins AND NEW.placed_at < d.ends;
    RETURN NULL;
END $$;
CREATE TRIGGER orders_sum_up_cancelled AFTER UPDATE OF status ON orders
    FOR EACH ROW WHEN ((OLD.status = 'cancelled') <> (NEW.status = 'cancelled')) EXECUTE FUNCTION sum_up_cancelled_order();

-- By how much the sums of the span of `wanted_days` days differ from what was sold in (after, upto]: the items of the ends
-- where the two do not overlap.
CREATE FUNCTION sales_since_summed(wanted_days integer, after timestamptz, upto timestamptz)
RETURNS TABLE (product_id uuid, units bigint, revenue_cents bigint)
LANGUAGE plpgsql STABLE ROWS 200
SET enable_seqscan = off
AS $$
BEGIN
    RETURN QUERY
    SELECT i.product_id, sum(part.sign * i.quantity)::bigint, sum(part.sign * i.quantity * i.price_cents)::bigint
    FROM sales_spans s
    CROSS JOIN LATERAL (VALUES
        (1, after, least(upto, s.since)), (1, greatest(after, s.until), upto),
        (-1, s.since, least(s.until, after)), (-1, greatest(s.since, upto), s.until)
    ) AS part (sign, low, high)
    JOIN order_items i ON i.placed_at > part.low AND i.placed_at <= part.high
    WHERE s.days = wanted_days AND i.product_id IS NOT NULL AND NOT i.cancelled
    GROUP BY i.product_id;
END $$;

-- Moves all sums on to `moment`. Waits for orders that are being placed, and lets new ones wait, for the moment it takes.
CREATE FUNCTION sum_up_sales(moment timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    span record;
BEGIN
    PERFORM pg_advisory_xact_lock(sales_lock());
    FOR span IN SELECT days FROM sales_spans ORDER BY days LOOP
        INSERT INTO product_sales AS s (days, product_id, units, revenue_cents)
        SELECT span.days, c.product_id, c.units, c.revenue_cents
        FROM sales_since_summed(span.days, moment - make_interval(days => span.days), moment) c
        ON CONFLICT (days, product_id)
            DO UPDATE SET units = s.units + excluded.units, revenue_cents = s.revenue_cents + excluded.revenue_cents;
        DELETE FROM product_sales s WHERE s.days = span.days AND s.units = 0 AND s.revenue_cents = 0;
        UPDATE sales_spans s SET since = moment - make_interval(days => span.days), until = moment WHERE s.days = span.days;
    END LOOP;
END $$;
