-- Every picture that was uploaded. One that nothing points to a day later is deleted; pictures that were never in here are
-- never deleted, so that a bucket may be shared or outlive a database.

CREATE TABLE uploads (
    name text NOT NULL
        CONSTRAINT uploads_name_check CHECK (char_length(name) BETWEEN 1 AND 120)
        CONSTRAINT uploads_pkey PRIMARY KEY,
    -- Whether it was to show a person; else a product.
    is_face boolean NOT NULL,
    uploaded_at timestamptz NOT NULL,
    -- Whether something points to it: it is kept, until its owner lets go of it.
    is_taken boolean NOT NULL DEFAULT false
);

CREATE INDEX uploads_pending_idx ON uploads (uploaded_at, name) WHERE NOT is_taken;

-- The file an address leads to, whatever stands before it.
CREATE FUNCTION picture_name(address text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN substring(address from '([^/?#]*)(?:[?#].*)?$');

CREATE INDEX users_picture_name_idx ON users (picture_name(profile_picture)) WHERE profile_picture IS NOT NULL;
