DROP INDEX mail_outbox_ended_idx, mail_outbox_counted_idx;
ALTER TABLE mail_outbox DROP COLUMN ending, DROP COLUMN answer, DROP COLUMN counted_at;
