-- Functions by which orders and edits of the settings keep out of each other's way.

-- The advisory lock of all settings: orders take it shared while they are placed, an edit takes it alone.
CREATE OR REPLACE FUNCTION settings_lock() RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 4123;

-- Whether the sections of the settings have these versions: {section: version}. True where none is named. The caller has the lock of
-- the settings. In PL/pgSQL, because a function in SQL is planned in each transaction that calls it, one in PL/pgSQL once in each
-- connection.
CREATE OR REPLACE FUNCTION settings_are(seen jsonb) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN NOT EXISTS (SELECT FROM jsonb_each_text(nullif(seen, 'null')) AS named (section, version)
        LEFT JOIN shop_settings s USING (section) WHERE coalesce(s.version, 0) <> named.version::integer);
END $$;
