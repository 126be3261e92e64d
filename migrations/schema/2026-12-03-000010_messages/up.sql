-- Messages from the contact page, and the outbox of the shop's mails.

-- Each message is mailed until the mail server takes it.
CREATE TABLE contact_messages (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT contact_messages_pkey PRIMARY KEY,
    name text NOT NULL CONSTRAINT contact_messages_name_check CHECK (char_length(name) BETWEEN 1 AND 100),
    email text NOT NULL CONSTRAINT contact_messages_email_check CHECK (char_length(email) BETWEEN 3 AND 254),
    message text NOT NULL CONSTRAINT contact_messages_message_check CHECK (char_length(message) BETWEEN 10 AND 5000),
    sent_at timestamptz NOT NULL,
    mail_attempts integer NOT NULL DEFAULT 0 CONSTRAINT contact_messages_mail_attempts_check CHECK (mail_attempts >= 0),
    -- When to try next; NULL once it is mailed or given up.
    next_mail_at timestamptz,
    mailed_at timestamptz,
    -- NULL while the message is open.
    done_at timestamptz,
    -- The address of the member of staff, stored as text because users can be deleted; NULL for the operator at the command line.
    done_by text,
    CONSTRAINT contact_messages_done_by_check CHECK (done_by IS NULL OR done_at IS NOT NULL)
);

CREATE INDEX contact_messages_newest_idx ON contact_messages (sent_at DESC, id DESC);
CREATE INDEX contact_messages_due_idx ON contact_messages (next_mail_at) WHERE next_mail_at IS NOT NULL;
-- One index for each state of the list.
CREATE INDEX contact_messages_open_idx ON contact_messages (sent_at DESC, id DESC) WHERE done_at IS NULL;
CREATE INDEX contact_messages_done_idx ON contact_messages (sent_at DESC, id DESC) WHERE done_at IS NOT NULL;

-- Mails that the shop sends. A row is written in the transaction of the change that it reports (docs/adr/0023-outbox-of-mails.md).
-- The table has few CHECKs: the stored text of each is parsed by each statement that writes the table, and the types of the program keep
-- the lengths.
CREATE TABLE mail_outbox (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT mail_outbox_pkey PRIMARY KEY,
    -- Names the event: `<kind>:<order number>[:<event>]` or `verify:<user>:<minute>`. A mail is queued once.
    dedupe_key text NOT NULL CONSTRAINT mail_outbox_dedupe_key_key UNIQUE,
    -- No list of kinds: an instance sends those that it knows, and leaves those of a newer release to its instances.
    kind text NOT NULL,
    -- NULL for mails to the shop: they go to the address that it has when they are sent.
    recipient text,
    -- The data of the mail at the time of the change.
    data jsonb NOT NULL,
    -- The unique part of the Message-ID, the same in every attempt.
    message_id uuid NOT NULL DEFAULT gen_random_uuid(),
    queued_at timestamptz NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    -- When to try next; while an instance sends the mail, the end of its lease. NULL once it is sent or given up.
    next_attempt_at timestamptz,
    sent_at timestamptz,
    -- The language that the recipient had when the mail was queued; NULL is English.
    language text,
    -- The X-Request-Id of the request that caused the mail, so that the log of its sending leads back to that request. NULL for mails that
    -- a periodic task caused.
    request_id text,
    -- Why the mail is not sent any more. The endings are listed by the programs that write them.
    ending text CONSTRAINT mail_outbox_ending_check CHECK (char_length(ending) BETWEEN 1 AND 40),
    -- The last answer of the mail server.
    answer text CONSTRAINT mail_outbox_answer_check CHECK (char_length(answer) <= 500),
    -- When a mail to an address that was never verified was counted against the number that may go there within a day.
    counted_at timestamptz,
    CONSTRAINT mail_outbox_sent_check CHECK (sent_at IS NULL OR next_attempt_at IS NULL)
);

CREATE INDEX mail_outbox_due_idx ON mail_outbox (next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
-- Mails with a link that verifies an address, or that ends all sessions, are deleted some days after they were sent.
CREATE INDEX mail_outbox_old_links_idx ON mail_outbox (queued_at) WHERE kind = 'verify';
CREATE INDEX mail_outbox_old_alerts_idx ON mail_outbox (queued_at) WHERE kind = 'signInAlert';
CREATE INDEX mail_outbox_counted_idx ON mail_outbox (recipient, counted_at) WHERE counted_at IS NOT NULL;
CREATE INDEX mail_outbox_ended_idx ON mail_outbox (queued_at, id) WHERE ending IS NOT NULL;

-- A row while mails of the outbox are held after a restore (docs/adr/0029-backup-and-restore.md). There is at most one.
CREATE TABLE mail_hold (
    id boolean NOT NULL DEFAULT true CONSTRAINT mail_hold_pkey PRIMARY KEY CONSTRAINT mail_hold_id_check CHECK (id),
    -- When the shop was restored.
    since timestamptz NOT NULL,
    -- The moment of which the shop was restored: mails that were sent after it are in the outbox again.
    snapshot_at timestamptz NOT NULL
);
