-- Whether the password of the user was set in this session: such a session is not confirmed by it. The column is added without reading the
-- rows. The lock is short, and the statements of requests touch the table briefly.

SELECT pg_temp.lock_tables('sessions IN ACCESS EXCLUSIVE MODE');

ALTER TABLE sessions ADD COLUMN IF NOT EXISTS set_password boolean NOT NULL DEFAULT false;
