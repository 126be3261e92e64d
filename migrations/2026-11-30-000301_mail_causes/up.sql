-- The X-Request-Id of the request that caused a mail, so that the log of its sending leads back to that request. NULL for mails that a
-- periodic task caused, and for those that the release before queued. The column is added without reading the rows. The lock waits
-- for running orders and is held for the moment of this migration.

SELECT pg_temp.lock_tables('mail_outbox IN ACCESS EXCLUSIVE MODE');

ALTER TABLE mail_outbox ADD COLUMN request_id text;

-- Rows that are there have none, so no row can break the constraint, and the table need not be read.
ALTER TABLE mail_outbox ADD CONSTRAINT mail_outbox_request_id_check CHECK (char_length(request_id) BETWEEN 1 AND 64) NOT VALID;
