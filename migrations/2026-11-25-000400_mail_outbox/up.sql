-- Mails that the shop sends. A row is written in the transaction of the change that it reports (docs/adr/0023-outbox-of-mails.md).

CREATE TABLE mail_outbox (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT mail_outbox_pkey PRIMARY KEY,
    -- Names the event: `<kind>:<order number>[:<event>]` or `verify:<user>:<minute>`. A mail is queued once.
    dedupe_key text NOT NULL
        CONSTRAINT mail_outbox_dedupe_key_check CHECK (char_length(dedupe_key) BETWEEN 1 AND 200)
        CONSTRAINT mail_outbox_dedupe_key_key UNIQUE,
    -- No list of kinds: an instance sends those that it knows, and leaves those of a newer release to its instances.
    kind text NOT NULL CONSTRAINT mail_outbox_kind_check CHECK (char_length(kind) BETWEEN 1 AND 40),
    recipient text NOT NULL CONSTRAINT mail_outbox_recipient_check CHECK (char_length(recipient) BETWEEN 3 AND 254),
    -- The data of the mail at the time of the change.
    data jsonb NOT NULL,
    -- The unique part of the Message-ID, the same in every attempt.
    message_id uuid NOT NULL DEFAULT gen_random_uuid(),
    queued_at timestamptz NOT NULL,
    attempts integer NOT NULL DEFAULT 0 CONSTRAINT mail_outbox_attempts_check CHECK (attempts >= 0),
    -- When to try next; while an instance sends the mail, the end of its lease. NULL once it is sent or given up.
    next_attempt_at timestamptz,
    sent_at timestamptz,
    CONSTRAINT mail_outbox_sent_check CHECK (sent_at IS NULL OR next_attempt_at IS NULL)
);

CREATE INDEX mail_outbox_due_idx ON mail_outbox (next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
-- Links that verify an address are deleted some days after they were mailed.
CREATE INDEX mail_outbox_old_links_idx ON mail_outbox (queued_at) WHERE kind = 'verify';
