-- The set-up of a shop, and its backups.

-- The link that sets up a shop without an administrator. There is at most one row; it goes when the shop is set up.
CREATE TABLE shop_setup (
    id boolean NOT NULL DEFAULT true
        CONSTRAINT shop_setup_pkey PRIMARY KEY
        CONSTRAINT shop_setup_id_check CHECK (id),
    -- SHA-256 of the secret in the newest link.
    secret_hash bytea NOT NULL CONSTRAINT shop_setup_secret_hash_check CHECK (octet_length(secret_hash) = 32),
    made_at timestamptz NOT NULL
);

-- The scheduled backups (docs/adr/0029-backup-and-restore.md), the newest of which the back-office shows.
CREATE TABLE backup_runs (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT backup_runs_pkey PRIMARY KEY,
    -- The time of the schedule that this run serves.
    due_at timestamptz NOT NULL,
    started_at timestamptz NOT NULL,
    -- NULL while it runs. A run that does not end within hours was broken off.
    finished_at timestamptz,
    -- The name of the file in the folder or bucket; NULL until it is written.
    file text CONSTRAINT backup_runs_file_check CHECK (char_length(file) BETWEEN 1 AND 200),
    size_bytes bigint CONSTRAINT backup_runs_size_check CHECK (size_bytes > 0),
    -- When the file was read again and found whole, and how: restored into a scratch database and checked there, or its checksums alone.
    verified_at timestamptz,
    verification text CONSTRAINT backup_runs_verification_check CHECK (verification IN ('restored', 'checksums')),
    -- Why it failed; NULL for a run that did not.
    error text CONSTRAINT backup_runs_error_check CHECK (char_length(error) BETWEEN 1 AND 1000),
    -- When the file was deleted, because enough newer ones are kept.
    deleted_at timestamptz,
    CONSTRAINT backup_runs_verified_check
        CHECK ((verified_at IS NULL) = (verification IS NULL) AND (verified_at IS NULL OR file IS NOT NULL)),
    CONSTRAINT backup_runs_written_check CHECK ((file IS NULL) = (size_bytes IS NULL))
);

CREATE INDEX backup_runs_newest_idx ON backup_runs (started_at DESC, id DESC);
