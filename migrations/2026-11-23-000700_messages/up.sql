-- Messages from the contact page. Each is mailed until the mail server takes it.

CREATE TABLE contact_messages (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT contact_messages_pkey PRIMARY KEY,
    name text NOT NULL CONSTRAINT contact_messages_name_check CHECK (char_length(name) BETWEEN 1 AND 100),
    email text NOT NULL CONSTRAINT contact_messages_email_check CHECK (char_length(email) BETWEEN 3 AND 254),
    message text NOT NULL CONSTRAINT contact_messages_message_check CHECK (char_length(message) BETWEEN 10 AND 5000),
    sent_at timestamptz NOT NULL,
    mail_attempts integer NOT NULL DEFAULT 0 CONSTRAINT contact_messages_mail_attempts_check CHECK (mail_attempts >= 0),
    -- When to try next; NULL once it is mailed or given up.
    next_mail_at timestamptz,
    mailed_at timestamptz
);

CREATE INDEX contact_messages_newest_idx ON contact_messages (sent_at DESC, id DESC);
CREATE INDEX contact_messages_due_idx ON contact_messages (next_mail_at) WHERE next_mail_at IS NOT NULL;
