-- When the gateway's refunds are due. The column is added without reading the rows.
--
-- Of a refund that waits it is the time of the next attempt, NULL at once. Of one that is being sent it is the time after which its
-- sender counts as ended. The release before sends no refunds.

SELECT pg_temp.lock_tables('refunds IN ACCESS EXCLUSIVE MODE');

ALTER TABLE refunds ADD COLUMN due_at timestamptz;
