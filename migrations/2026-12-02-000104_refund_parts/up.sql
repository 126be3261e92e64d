-- Refunds that are split over several payments at the gateway. The column is added without reading the rows: no refund was split before.

SELECT pg_temp.lock_tables('refunds IN ACCESS EXCLUSIVE MODE');

-- The first refund of the release that this one is a part of; NULL for the first itself.
ALTER TABLE refunds ADD COLUMN part_of integer CONSTRAINT refunds_part_of_check CHECK (part_of < number);
