DROP TABLE shop_setup;
