-- How prices lie, for whoever looks for them in passing (`conditions_in_passing`): of an expression without statistics the
-- database takes one row in 200 to match, and reads and sorts the whole table rather than a few rows of its newest.
CREATE STATISTICS products_price_in_passing ON (last_price_cents + 0) FROM products;
ANALYZE products;
