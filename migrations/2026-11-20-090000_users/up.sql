-- Users, their sessions, and failed sign-ins per e-mail address.

CREATE TABLE users (
    id uuid NOT NULL CONSTRAINT users_pkey PRIMARY KEY,
    -- Lower case, so that two spellings of one address are one address.
    email text NOT NULL
        CONSTRAINT users_email_check CHECK (char_length(email) BETWEEN 3 AND 254 AND email = lower(email COLLATE "C"))
        CONSTRAINT users_email_key UNIQUE,
    first_name text NOT NULL CONSTRAINT users_first_name_check CHECK (char_length(first_name) BETWEEN 1 AND 100),
    last_name text NOT NULL CONSTRAINT users_last_name_check CHECK (char_length(last_name) BETWEEN 1 AND 100),
    profile_picture text CONSTRAINT users_profile_picture_check CHECK (char_length(profile_picture) BETWEEN 1 AND 2048),
    user_type text NOT NULL CONSTRAINT users_user_type_check CHECK (user_type IN ('customer', 'admin')),
    is_blocked boolean NOT NULL DEFAULT false,
    -- A PHC string; NULL for somebody who signs in through a provider alone.
    password_hash text,
    created_at timestamptz NOT NULL,
    last_login timestamptz,
    -- Name and e-mail folded by the application (case and accents away) and the hashed n-grams of that.
    search_text text NOT NULL,
    search_grams integer[] NOT NULL
);

CREATE INDEX users_newest_idx ON users (created_at DESC, id DESC);
CREATE INDEX users_last_login_idx ON users (last_login DESC, id DESC) WHERE last_login IS NOT NULL;
CREATE INDEX users_admins_idx ON users (id) WHERE user_type = 'admin';
CREATE INDEX users_search_idx ON users USING gin (search_grams);

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

CREATE TABLE login_failures (
    -- Known to the shop or not: both are slowed down alike.
    email text NOT NULL CONSTRAINT login_failures_pkey PRIMARY KEY,
    failures integer NOT NULL CONSTRAINT login_failures_failures_check CHECK (failures > 0),
    last_failed_at timestamptz NOT NULL,
    CONSTRAINT login_failures_email_check CHECK (char_length(email) <= 254)
);

CREATE INDEX login_failures_last_failed_at_idx ON login_failures (last_failed_at);
