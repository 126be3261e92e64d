ALTER TABLE refunds DROP COLUMN part_of;
