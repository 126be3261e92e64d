-- Pictures that were uploaded and that nothing may point to yet. Swept after a day, unless somebody took them; pictures
-- that were never in here are never deleted, so that a bucket may be shared or outlive a database.

CREATE TABLE uploads (
    name text NOT NULL
        CONSTRAINT uploads_name_check CHECK (char_length(name) BETWEEN 1 AND 120)
        CONSTRAINT uploads_pkey PRIMARY KEY,
    uploaded_at timestamptz NOT NULL
);

CREATE INDEX uploads_uploaded_at_idx ON uploads (uploaded_at, name);

-- The file an address leads to, whatever stands before it.
CREATE FUNCTION picture_name(address text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN substring(address from '([^/?#]*)(?:[?#].*)?$');

CREATE INDEX users_picture_name_idx ON users (picture_name(profile_picture)) WHERE profile_picture IS NOT NULL;
