-- A summed day is forgotten when an order is dated back into it, cancelled or reinstated. Until the minute's task sums it up again,
-- the day is read from its orders. The triggers that are replaced added to the sums.

SELECT pg_temp.lock_tables('orders IN ACCESS EXCLUSIVE MODE');

DROP TRIGGER IF EXISTS orders_sum_up_cancelled ON orders;
DROP TRIGGER IF EXISTS orders_sum_up_new ON orders;
DROP FUNCTION IF EXISTS sum_up_cancelled_order(), sum_up_new_orders();

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
