DROP TRIGGER products_scarce_stock ON products;
DROP TRIGGER products_scarce_new ON products;
DROP TRIGGER products_record_price ON products;
DROP TRIGGER products_record_first_price ON products;
DROP FUNCTION list_scarce_product(), record_price();
