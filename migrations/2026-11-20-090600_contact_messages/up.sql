-- Messages from the contact page.

CREATE TABLE contact_messages (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT contact_messages_pkey PRIMARY KEY,
    name text NOT NULL CONSTRAINT contact_messages_name_check CHECK (char_length(name) BETWEEN 1 AND 100),
    email text NOT NULL CONSTRAINT contact_messages_email_check CHECK (char_length(email) BETWEEN 3 AND 254),
    message text NOT NULL CONSTRAINT contact_messages_message_check CHECK (char_length(message) BETWEEN 10 AND 5000),
    sent_at timestamptz NOT NULL
);

CREATE INDEX contact_messages_newest_idx ON contact_messages (sent_at DESC, id DESC);
