DROP INDEX contact_messages_due_idx;
ALTER TABLE contact_messages DROP COLUMN mail_attempts, DROP COLUMN next_mail_at, DROP COLUMN mailed_at;
