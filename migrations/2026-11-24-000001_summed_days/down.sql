DROP TRIGGER orders_forget_day_cancelled ON orders;
DROP TRIGGER orders_forget_day_new ON orders;
DROP FUNCTION forget_summed_day();
