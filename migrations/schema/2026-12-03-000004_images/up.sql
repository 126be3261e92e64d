-- Uploaded pictures. The sweep deletes those that nothing has shown for a day. Pictures that were never registered here are
-- never deleted, so that a bucket may be shared or outlive a database.
--
-- A user or a product that shows a picture takes it in its own transaction, by trigger, and a user who no longer shows one
-- releases it: `is_taken` is right at every moment. The sweep condemns only pictures that are not taken, and a condemned picture
-- cannot be taken. Both lock the row, so that one of the two comes first.

CREATE TABLE uploads (
    name text NOT NULL
        CONSTRAINT uploads_name_check CHECK (char_length(name) BETWEEN 1 AND 120)
        CONSTRAINT uploads_pkey PRIMARY KEY,
    -- Whether it is a profile picture; else it is a product's.
    is_face boolean NOT NULL,
    uploaded_at timestamptz NOT NULL,
    -- Whether a user or a product shows it.
    is_taken boolean NOT NULL DEFAULT false,
    -- NULL for an upload without an account, and once the user is deleted.
    user_id uuid CONSTRAINT uploads_user_id_fkey REFERENCES users (id) ON DELETE SET NULL,
    -- The bytes that it takes of the store, in all widths together.
    bytes bigint NOT NULL DEFAULT 0 CONSTRAINT uploads_bytes_check CHECK (bytes >= 0),
    -- When the sweep began to delete its files.
    condemned_at timestamptz,
    -- When its files were deleted. The row stays for 30 days: its uploader may still refer to it.
    deleted_at timestamptz,
    CONSTRAINT uploads_fate_check CHECK ((condemned_at IS NULL OR NOT is_taken) AND (deleted_at IS NULL OR condemned_at IS NOT NULL))
);

CREATE INDEX uploads_user_idx ON uploads (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX uploads_pending_idx ON uploads (uploaded_at, name) INCLUDE (user_id, bytes) WHERE NOT is_taken AND deleted_at IS NULL;
CREATE INDEX uploads_deleted_idx ON uploads (deleted_at) WHERE deleted_at IS NOT NULL;
