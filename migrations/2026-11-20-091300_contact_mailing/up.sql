-- Messages to the shop are mailed until the mail server takes them.

ALTER TABLE contact_messages
    ADD COLUMN mail_attempts integer NOT NULL DEFAULT 0
        CONSTRAINT contact_messages_mail_attempts_check CHECK (mail_attempts >= 0),
    -- When to try next; NULL once it is mailed or given up.
    ADD COLUMN next_mail_at timestamptz,
    ADD COLUMN mailed_at timestamptz;

CREATE INDEX contact_messages_due_idx ON contact_messages (next_mail_at) WHERE next_mail_at IS NOT NULL;
