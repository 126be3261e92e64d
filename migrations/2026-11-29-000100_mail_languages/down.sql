ALTER TABLE mail_outbox DROP COLUMN language;
ALTER TABLE users DROP COLUMN language;
