-- Second factors of users, and the key under which their secrets are kept (docs/adr/0026-second-factor-and-data-key.md).

-- The new tables refer to users. The lock is held for a moment: no row is read.
SELECT pg_temp.lock_tables('users IN SHARE ROW EXCLUSIVE MODE');

-- The keys that encrypt secrets where the operator configures none, for all instances on this database. A secret names the version of
-- its key; the newest key encrypts.
CREATE TABLE data_keys (
    version integer NOT NULL CONSTRAINT data_keys_pkey PRIMARY KEY CONSTRAINT data_keys_version_check CHECK (version BETWEEN 1 AND 255),
    -- 32 bytes in base64.
    secret text NOT NULL CONSTRAINT data_keys_secret_check CHECK (octet_length(secret) BETWEEN 43 AND 44),
    generated_at timestamptz NOT NULL
);

CREATE TABLE second_factors (
    user_id uuid NOT NULL
        CONSTRAINT second_factors_pkey PRIMARY KEY
        CONSTRAINT second_factors_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- Version of the key, nonce, ciphertext and tag.
    secret bytea NOT NULL CONSTRAINT second_factors_secret_check CHECK (octet_length(secret) BETWEEN 30 AND 200),
    begun_at timestamptz NOT NULL,
    -- When a code proved that the app has the secret; NULL for an enrolment that was begun alone.
    enabled_at timestamptz,
    -- The last step whose code was used: it and those before count no more.
    used_step bigint NOT NULL DEFAULT 0 CONSTRAINT second_factors_used_step_check CHECK (used_step >= 0)
);

CREATE TABLE recovery_codes (
    user_id uuid NOT NULL CONSTRAINT recovery_codes_user_id_fkey REFERENCES second_factors (user_id) ON DELETE CASCADE,
    -- SHA-256 of the user's id and the code.
    code_hash bytea NOT NULL CONSTRAINT recovery_codes_code_hash_check CHECK (octet_length(code_hash) = 32),
    used_at timestamptz,
    CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
);
