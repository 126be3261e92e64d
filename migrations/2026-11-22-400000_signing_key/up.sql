-- The key that bearer tokens are signed with, where the operator configures none: one for all instances on this database.

CREATE TABLE signing_key (
    -- There is one row at most.
    id boolean NOT NULL DEFAULT true CONSTRAINT signing_key_pkey PRIMARY KEY CONSTRAINT signing_key_id_check CHECK (id),
    secret text NOT NULL CONSTRAINT signing_key_secret_check CHECK (octet_length(secret) >= 32),
    generated_at timestamptz NOT NULL
);

-- The last logins are read from the sessions that they opened.
CREATE INDEX sessions_newest_idx ON sessions (created_at DESC, id DESC);
DROP INDEX users_last_login_idx;
