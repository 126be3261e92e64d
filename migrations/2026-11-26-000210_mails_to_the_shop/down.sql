DELETE FROM mail_outbox WHERE recipient IS NULL;
ALTER TABLE mail_outbox ALTER COLUMN recipient SET NOT NULL;
