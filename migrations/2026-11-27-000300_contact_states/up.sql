-- Staff note which messages are done. The columns are added without reading the rows. The indexes, one for each state of the list,
-- are built on a table that holds at most a few messages an hour of each address; `POST /api/contact` waits meanwhile.

-- NULL while the message is open.
ALTER TABLE contact_messages ADD COLUMN done_at timestamptz;
-- The address of the member of staff, stored as text because users can be deleted; NULL for the operator at the command line.
ALTER TABLE contact_messages ADD COLUMN done_by text;
ALTER TABLE contact_messages ADD CONSTRAINT contact_messages_done_by_check CHECK (done_by IS NULL OR done_at IS NOT NULL);

CREATE INDEX contact_messages_open_idx ON contact_messages (sent_at DESC, id DESC) WHERE done_at IS NULL;
CREATE INDEX contact_messages_done_idx ON contact_messages (sent_at DESC, id DESC) WHERE done_at IS NOT NULL;
