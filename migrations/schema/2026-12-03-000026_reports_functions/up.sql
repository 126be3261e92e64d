-- Functions and triggers that keep the figures of the dashboard and of the heads of lists.

CREATE OR REPLACE FUNCTION kind_of_user(user_type text, is_blocked boolean) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN user_type = 'admin' THEN 'admin' WHEN is_blocked THEN 'blocked' ELSE 'active' END;

CREATE OR REPLACE FUNCTION kind_of_scarcity(stock integer) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE stock WHEN 0 THEN 'out' ELSE 'low' END;

-- Counts the rows of a whole statement, so that filling a shop is quick.
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
CREATE OR REPLACE TRIGGER orders_tally_new AFTER INSERT ON orders REFERENCING NEW TABLE AS tallied
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE OR REPLACE TRIGGER orders_tally_gone AFTER DELETE ON orders REFERENCING OLD TABLE AS tallied
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE OR REPLACE TRIGGER users_tally_new AFTER INSERT ON users REFERENCING NEW TABLE AS tallied
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE OR REPLACE TRIGGER users_tally_gone AFTER DELETE ON users REFERENCING OLD TABLE AS tallied
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE OR REPLACE TRIGGER products_tally_new AFTER INSERT ON products REFERENCING NEW TABLE AS tallied
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE OR REPLACE TRIGGER products_tally_gone AFTER DELETE ON products REFERENCING OLD TABLE AS tallied
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE OR REPLACE TRIGGER reviews_tally_new AFTER INSERT ON reviews REFERENCING NEW TABLE AS tallied
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();
CREATE OR REPLACE TRIGGER reviews_tally_gone AFTER DELETE ON reviews REFERENCING OLD TABLE AS tallied
    FOR EACH STATEMENT EXECUTE FUNCTION tally_rows();

-- Counts an order that changes its status.
CREATE OR REPLACE FUNCTION tally_order_status() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO tallies (subject, kind, n) VALUES ('orders', OLD.status, -1), ('orders', NEW.status, 1);
    INSERT INTO order_contact_changes (contact_id, status, n)
    VALUES (OLD.contact_id, OLD.status, -1), (NEW.contact_id, NEW.status, 1);
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER orders_tally_status AFTER UPDATE OF status ON orders
    FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION tally_order_status();

-- Counts a user who is blocked, unblocked or promoted.
CREATE OR REPLACE FUNCTION tally_user_kind() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO tallies (subject, kind, n)
    VALUES ('users', kind_of_user(OLD.user_type, OLD.is_blocked), -1), ('users', kind_of_user(NEW.user_type, NEW.is_blocked), 1);
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER users_tally_kind AFTER UPDATE OF user_type, is_blocked ON users
    FOR EACH ROW WHEN (OLD.user_type <> NEW.user_type OR OLD.is_blocked <> NEW.is_blocked) EXECUTE FUNCTION tally_user_kind();

-- Counts products with low stock. A sale adds rows only where it takes the last unit or leaves five or fewer for the first time. OLD is
-- a record of nulls in a trigger of INSERT, and NEW in one of DELETE, so the operation need not be asked.
CREATE OR REPLACE FUNCTION tally_scarce_product() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO tallies (subject, kind, n) SELECT 'scarce', kind_of_scarcity(c.stock), c.n
    FROM (VALUES (OLD.stock, -1), (NEW.stock, 1)) AS c (stock, n) WHERE c.stock IS NOT NULL;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER scarce_products_tally AFTER INSERT OR DELETE ON scarce_products
    FOR EACH ROW EXECUTE FUNCTION tally_scarce_product();
CREATE OR REPLACE TRIGGER scarce_products_tally_kind AFTER UPDATE OF stock ON scarce_products
    FOR EACH ROW WHEN ((OLD.stock = 0) <> (NEW.stock = 0)) EXECUTE FUNCTION tally_scarce_product();

-- The advisory lock of the sums: shared for transactions that change sales, exclusive for moving the sums on.
CREATE OR REPLACE FUNCTION sales_lock() RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 4121;

-- Adds new items that are dated back into a summed span.
CREATE OR REPLACE FUNCTION sum_up_new_items() RETURNS trigger
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
CREATE OR REPLACE TRIGGER order_items_sum_up_new AFTER INSERT ON order_items REFERENCING NEW TABLE AS sold
    FOR EACH STATEMENT EXECUTE FUNCTION sum_up_new_items();

-- Takes a cancelled item from the sums, or adds a reinstated one. The lock on the product is held.
CREATE OR REPLACE FUNCTION sum_up_cancelled_item() RETURNS trigger
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
CREATE OR REPLACE TRIGGER order_items_sum_up_cancelled AFTER UPDATE OF cancelled ON order_items
    FOR EACH ROW WHEN (OLD.cancelled <> NEW.cancelled AND NEW.product_id IS NOT NULL) EXECUTE FUNCTION sum_up_cancelled_item();

-- Deletes the sums of a deleted product.
CREATE OR REPLACE FUNCTION forget_product_sales() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(sales_lock());
    DELETE FROM product_sales WHERE product_id = OLD.id;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER products_forget_sales AFTER DELETE ON products
    FOR EACH ROW EXECUTE FUNCTION forget_product_sales();

-- Forgets a summed day into which an order is dated back, or of which an order is cancelled or reinstated. Until the minute's task sums
-- it up again, the day is read from its orders.
CREATE OR REPLACE FUNCTION forget_summed_day() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(sales_lock());
    DELETE FROM sales_days d WHERE NEW.placed_at >= d.begins AND NEW.placed_at < d.ends;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER orders_forget_day_new AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION forget_summed_day();
CREATE OR REPLACE TRIGGER orders_forget_day_cancelled AFTER UPDATE OF status ON orders
    FOR EACH ROW WHEN ((OLD.status = 'cancelled') <> (NEW.status = 'cancelled')) EXECUTE FUNCTION forget_summed_day();

-- The difference between the sums of the span of `wanted_days` days and the sales in (after, upto]: the items of the parts where the
-- two do not overlap.
CREATE OR REPLACE FUNCTION sales_since_summed(wanted_days integer, after timestamptz, upto timestamptz)
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
