DROP TABLE login_attempts;

CREATE TABLE login_failures (
    email text NOT NULL CONSTRAINT login_failures_pkey PRIMARY KEY,
    failures integer NOT NULL CONSTRAINT login_failures_failures_check CHECK (failures > 0),
    last_failed_at timestamptz NOT NULL,
    CONSTRAINT login_failures_email_check CHECK (char_length(email) <= 254)
);

CREATE INDEX login_failures_last_failed_at_idx ON login_failures (last_failed_at);
