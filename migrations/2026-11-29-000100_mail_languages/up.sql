-- The language of a user's mails, and the one that each mail of the outbox had when it was queued. NULL is English: the release before
-- writes no language, and sends all mails in English. The columns are added without reading the rows. The locks wait for running
-- orders and are held for the moment of this migration.

SELECT pg_temp.lock_tables('users IN ACCESS EXCLUSIVE MODE', 'mail_outbox IN ACCESS EXCLUSIVE MODE');

ALTER TABLE users ADD COLUMN language text;
ALTER TABLE mail_outbox ADD COLUMN language text;

-- The languages are listed by the programs that write them; each reads one that it does not know as English. Rows that are there have
-- none, so no row can break the constraints, and the tables need not be read.
ALTER TABLE users ADD CONSTRAINT users_language_check CHECK (language ~ '^[a-z]{2,3}$') NOT VALID;
ALTER TABLE mail_outbox ADD CONSTRAINT mail_outbox_language_check CHECK (language ~ '^[a-z]{2,3}$') NOT VALID;
