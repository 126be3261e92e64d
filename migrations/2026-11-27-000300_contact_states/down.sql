DROP INDEX contact_messages_done_idx;
DROP INDEX contact_messages_open_idx;
ALTER TABLE contact_messages DROP COLUMN done_by;
ALTER TABLE contact_messages DROP COLUMN done_at;
