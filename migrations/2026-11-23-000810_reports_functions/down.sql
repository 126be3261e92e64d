DROP TRIGGER products_forget_sales ON products;
DROP TRIGGER order_items_sum_up_cancelled ON order_items;
DROP TRIGGER order_items_sum_up_new ON order_items;
DROP TRIGGER scarce_products_tally_kind ON scarce_products;
DROP TRIGGER scarce_products_tally ON scarce_products;
DROP TRIGGER users_tally_kind ON users;
DROP TRIGGER orders_tally_status ON orders;
DROP TRIGGER reviews_tally_gone ON reviews;
DROP TRIGGER reviews_tally_new ON reviews;
DROP TRIGGER products_tally_gone ON products;
DROP TRIGGER products_tally_new ON products;
DROP TRIGGER users_tally_gone ON users;
DROP TRIGGER users_tally_new ON users;
DROP TRIGGER orders_tally_gone ON orders;
DROP TRIGGER orders_tally_new ON orders;
DROP FUNCTION sales_since_summed(integer, timestamptz, timestamptz), forget_product_sales(), sum_up_cancelled_item(),
    sum_up_new_items(), sales_lock(), tally_scarce_product(), tally_user_kind(), tally_order_status(), tally_rows(),
    kind_of_scarcity(integer), kind_of_user(text, boolean);
