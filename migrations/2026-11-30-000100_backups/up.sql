-- Scheduled backups, and the hold on mails after a restore (docs/adr/0029-backup-and-restore.md).

-- The scheduled backups, the newest of which the back-office shows.
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
    CONSTRAINT backup_runs_verified_check CHECK ((verified_at IS NULL) = (verification IS NULL) AND (verified_at IS NULL OR file IS NOT NULL)),
    CONSTRAINT backup_runs_written_check CHECK ((file IS NULL) = (size_bytes IS NULL))
);

CREATE INDEX backup_runs_newest_idx ON backup_runs (started_at DESC, id DESC);

-- A row while mails of the outbox are held after a restore. There is at most one.
CREATE TABLE mail_hold (
    id boolean NOT NULL DEFAULT true CONSTRAINT mail_hold_pkey PRIMARY KEY CONSTRAINT mail_hold_id_check CHECK (id),
    -- When the shop was restored.
    since timestamptz NOT NULL,
    -- The moment of which the shop was restored: mails that were sent after it are in the outbox again.
    snapshot_at timestamptz NOT NULL
);
