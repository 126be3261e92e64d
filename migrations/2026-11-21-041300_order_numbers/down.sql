DROP INDEX orders_number_idx;
CREATE INDEX orders_number_idx ON orders USING gin (runs_of(lower(id COLLATE "C")) COLLATE "C");
DROP FUNCTION runs_of_number;
