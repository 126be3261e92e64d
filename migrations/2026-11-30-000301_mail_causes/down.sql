ALTER TABLE mail_outbox DROP COLUMN request_id;
