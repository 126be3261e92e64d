-- Users, their sessions, their sign-in at other providers, and attempts to log in.

CREATE TABLE users (
    id uuid NOT NULL CONSTRAINT users_pkey PRIMARY KEY,
    -- Lower case, so that two spellings of one address are equal.
    email text NOT NULL
        CONSTRAINT users_email_check CHECK (char_length(email) BETWEEN 3 AND 254 AND email = lower(email COLLATE "C"))
        CONSTRAINT users_email_key UNIQUE,
    first_name text NOT NULL CONSTRAINT users_first_name_check CHECK (char_length(first_name) BETWEEN 1 AND 100),
    last_name text NOT NULL CONSTRAINT users_last_name_check CHECK (char_length(last_name) BETWEEN 1 AND 100),
    profile_picture text CONSTRAINT users_profile_picture_check CHECK (char_length(profile_picture) BETWEEN 1 AND 2048),
    user_type text NOT NULL CONSTRAINT users_user_type_check CHECK (user_type IN ('customer', 'admin')),
    is_blocked boolean NOT NULL DEFAULT false,
    -- A PHC string; NULL for a user who signs in through a provider only.
    password_hash text,
    created_at timestamptz NOT NULL,
    last_login timestamptz,
    -- Name and e-mail address folded by the application (lower case, no accents), and the hashed n-grams of that text.
    search_text text NOT NULL,
    search_grams integer[] NOT NULL,
    -- When the user last proved to read mail at this address.
    email_verified_at timestamptz
);

CREATE INDEX users_newest_idx ON users (created_at DESC, id DESC);
CREATE INDEX users_admins_idx ON users (id) WHERE user_type = 'admin';
CREATE INDEX users_search_idx ON users USING gin (search_grams);
CREATE INDEX users_picture_name_idx ON users (picture_name(profile_picture)) WHERE profile_picture IS NOT NULL;

CREATE TABLE sessions (
    id uuid NOT NULL CONSTRAINT sessions_pkey PRIMARY KEY,
    user_id uuid NOT NULL CONSTRAINT sessions_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz,
    CONSTRAINT sessions_times_check CHECK (created_at <= last_used_at AND created_at <= expires_at)
);

CREATE INDEX sessions_user_id_idx ON sessions (user_id);
CREATE INDEX sessions_last_used_at_idx ON sessions (last_used_at) WHERE revoked_at IS NULL;
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);
-- The dashboard reads the latest logins from the sessions that they opened.
CREATE INDEX sessions_newest_idx ON sessions (created_at DESC, id DESC);

-- The key that signs bearer tokens where the operator configures none: one for all instances on this database.
CREATE TABLE signing_key (
    -- There is at most one row.
    id boolean NOT NULL DEFAULT true CONSTRAINT signing_key_pkey PRIMARY KEY CONSTRAINT signing_key_id_check CHECK (id),
    secret text NOT NULL CONSTRAINT signing_key_secret_check CHECK (octet_length(secret) >= 32),
    generated_at timestamptz NOT NULL
);

-- Attempts to log in, counted for each e-mail address as a whole and for each address and origin.
CREATE TABLE login_attempts (
    -- Unknown addresses are counted too: both are delayed alike, so that the delay does not tell which accounts exist.
    email text NOT NULL CONSTRAINT login_attempts_email_check CHECK (char_length(email) <= 254),
    -- A known device or a block of addresses; empty for the account as a whole.
    origin text NOT NULL CONSTRAINT login_attempts_origin_check CHECK (char_length(origin) <= 64),
    failures integer NOT NULL CONSTRAINT login_attempts_failures_check CHECK (failures >= 0),
    last_failed_at timestamptz,
    -- The start times of the attempts whose passwords are being compared.
    pending timestamptz[] NOT NULL
        CONSTRAINT login_attempts_pending_check CHECK (cardinality(pending) <= 100 AND array_position(pending, NULL) IS NULL),
    changed_at timestamptz NOT NULL,
    CONSTRAINT login_attempts_pkey PRIMARY KEY (email, origin)
);

CREATE INDEX login_attempts_changed_at_idx ON login_attempts (changed_at);

-- Links that set a new password.
CREATE TABLE password_resets (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT password_resets_pkey PRIMARY KEY,
    user_id uuid NOT NULL CONSTRAINT password_resets_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 of the secret in the link.
    secret_hash bytea NOT NULL
        CONSTRAINT password_resets_secret_hash_check CHECK (octet_length(secret_hash) = 32)
        CONSTRAINT password_resets_secret_hash_key UNIQUE,
    created_at timestamptz NOT NULL,
    -- When it was used, or replaced by a newer link.
    ended_at timestamptz
);

-- A user has at most one valid link.
CREATE UNIQUE INDEX password_resets_good_idx ON password_resets (user_id) WHERE ended_at IS NULL;
CREATE INDEX password_resets_user_id_idx ON password_resets (user_id, created_at);
CREATE INDEX password_resets_created_at_idx ON password_resets (created_at);

-- Accounts at third-party sign-in providers.
CREATE TABLE identities (
    -- The host of the provider's sign-in page.
    provider text NOT NULL CONSTRAINT identities_provider_check CHECK (char_length(provider) BETWEEN 1 AND 255),
    -- The provider's permanent id of the person.
    subject text NOT NULL CONSTRAINT identities_subject_check CHECK (char_length(subject) BETWEEN 1 AND 255),
    user_id uuid NOT NULL CONSTRAINT identities_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    linked_at timestamptz NOT NULL,
    CONSTRAINT identities_pkey PRIMARY KEY (provider, subject),
    CONSTRAINT identities_user_id_key UNIQUE (user_id, provider)
);
