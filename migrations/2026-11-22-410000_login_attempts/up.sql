-- Attempts to sign in, counted for each e-mail address as a whole and for each address and origin.
--
-- `login_failures` stays: instances of the version before count there until they are replaced. A later version drops it.

CREATE TABLE login_attempts (
    -- Known to the shop or not: both are slowed down alike.
    email text NOT NULL CONSTRAINT login_attempts_email_check CHECK (char_length(email) <= 254),
    -- A known device or a block of addresses; empty for the account as a whole.
    origin text NOT NULL CONSTRAINT login_attempts_origin_check CHECK (char_length(origin) <= 64),
    failures integer NOT NULL CONSTRAINT login_attempts_failures_check CHECK (failures >= 0),
    last_failed_at timestamptz,
    -- When the attempts that are being compared were admitted.
    pending timestamptz[] NOT NULL
        CONSTRAINT login_attempts_pending_check CHECK (cardinality(pending) <= 100 AND array_position(pending, NULL) IS NULL),
    changed_at timestamptz NOT NULL,
    CONSTRAINT login_attempts_pkey PRIMARY KEY (email, origin)
);

CREATE INDEX login_attempts_changed_at_idx ON login_attempts (changed_at);
