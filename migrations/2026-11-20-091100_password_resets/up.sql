-- Links that set a new password, and who has shown that they read mail at their address.

ALTER TABLE users ADD COLUMN email_verified_at timestamptz;

CREATE TABLE password_resets (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT password_resets_pkey PRIMARY KEY,
    user_id uuid NOT NULL CONSTRAINT password_resets_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 of what the link carries.
    secret_hash bytea NOT NULL
        CONSTRAINT password_resets_secret_hash_check CHECK (octet_length(secret_hash) = 32)
        CONSTRAINT password_resets_secret_hash_key UNIQUE,
    created_at timestamptz NOT NULL,
    -- When it was used, or replaced by a newer one.
    ended_at timestamptz
);

-- One user has one good link at most.
CREATE UNIQUE INDEX password_resets_good_idx ON password_resets (user_id) WHERE ended_at IS NULL;
CREATE INDEX password_resets_user_id_idx ON password_resets (user_id, created_at);
CREATE INDEX password_resets_created_at_idx ON password_resets (created_at);
