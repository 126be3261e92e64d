-- Drops what the release before reads lists of products from: the index of products answers them, and reports on stock.

SELECT pg_temp.lock_tables('products, scarce_products, tallies IN ACCESS EXCLUSIVE MODE');

-- With the triggers on it.
DROP TABLE scarce_products;
DROP TRIGGER products_scarce_new ON products;
DROP TRIGGER products_scarce_stock ON products;
DROP TRIGGER products_tally_new ON products;
DROP TRIGGER products_tally_gone ON products;
DROP FUNCTION list_scarce_product(), tally_scarce_product(), kind_of_scarcity(integer);

DELETE FROM tallies WHERE subject IN ('products', 'scarce');
ALTER TABLE tallies DROP CONSTRAINT tallies_subject_check,
    ADD CONSTRAINT tallies_subject_check CHECK (subject IN ('orders', 'users', 'reviews'));

DROP INDEX products_last_price_idx, products_name_idx, products_category_idx, products_brand_idx, products_discounted_idx;
