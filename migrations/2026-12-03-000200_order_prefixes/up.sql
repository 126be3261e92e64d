-- Shops choose the letters that the numbers of new orders begin with.
--
-- No row of the orders is read: every number that was allowed still is, and has the same runs, so that the index on them stays as it is.
-- An instance of the release before can read no number with other letters. None is drawn until the shop chooses a prefix, or its first
-- order is placed by an instance of this release.

SELECT pg_temp.lock_tables('orders IN ACCESS EXCLUSIVE MODE');

ALTER TABLE orders DROP CONSTRAINT orders_id_check;
ALTER TABLE orders
    ADD CONSTRAINT orders_id_check CHECK (id ~ '^[A-Z]{2,5}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$') NOT VALID;

-- The runs of an order number, as one expression: each new order is indexed by them while its customer waits, and the query of
-- `runs_of` took longer than the rest of the index. Of the prefix only the last letter counts, together with the hyphen behind it: all
-- orders of a shop have the others.
CREATE OR REPLACE FUNCTION runs_of_number(number text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY[
    substr(right(number, 11), 3, 1), substr(right(number, 11), 4, 1), substr(right(number, 11), 5, 1),
    substr(right(number, 11), 6, 1), substr(right(number, 11), 7, 1), substr(right(number, 11), 8, 1),
    substr(right(number, 11), 9, 1), substr(right(number, 11), 10, 1), substr(right(number, 11), 11, 1),
    substr(right(number, 11), 2, 2), substr(right(number, 11), 3, 2), substr(right(number, 11), 4, 2),
    substr(right(number, 11), 5, 2), substr(right(number, 11), 6, 2), substr(right(number, 11), 7, 2),
    substr(right(number, 11), 8, 2), substr(right(number, 11), 9, 2), substr(right(number, 11), 10, 2),
    substr(right(number, 11), 1, 3), substr(right(number, 11), 2, 3), substr(right(number, 11), 3, 3),
    substr(right(number, 11), 4, 3), substr(right(number, 11), 5, 3), substr(right(number, 11), 6, 3),
    substr(right(number, 11), 7, 3), substr(right(number, 11), 8, 3), substr(right(number, 11), 9, 3)
];

-- A shop with orders keeps the prefix that they have.
INSERT INTO shop_settings (section, version, value, changed_at)
SELECT 'orders', 1, '{"orderPrefix": "ARA"}', now() WHERE EXISTS (SELECT FROM orders)
ON CONFLICT (section) DO UPDATE SET value = shop_settings.value || excluded.value;
