-- Why a mail is not sent any more, what the mail server last answered, and when a mail to an address that was never verified was counted
-- against the number that may go there within a day. Instances of the release before write none of them, and end a mail without saying
-- why. The columns are added without reading the rows. The lock waits for running orders and is held for the moment of this migration.

SELECT pg_temp.lock_tables('mail_outbox IN ACCESS EXCLUSIVE MODE');

ALTER TABLE mail_outbox ADD COLUMN ending text, ADD COLUMN answer text, ADD COLUMN counted_at timestamptz;

-- Rows that are there have none, so no row can break the constraints, and the table need not be read. The endings are listed by the
-- programs that write them.
ALTER TABLE mail_outbox
    ADD CONSTRAINT mail_outbox_ending_check CHECK (char_length(ending) BETWEEN 1 AND 40) NOT VALID,
    ADD CONSTRAINT mail_outbox_answer_check CHECK (char_length(answer) <= 500) NOT VALID;

-- No row is in them yet. Building each reads the table, about a second for a million mails.
CREATE INDEX mail_outbox_counted_idx ON mail_outbox (recipient, counted_at) WHERE counted_at IS NOT NULL;
CREATE INDEX mail_outbox_ended_idx ON mail_outbox (queued_at, id) WHERE ending IS NOT NULL;
