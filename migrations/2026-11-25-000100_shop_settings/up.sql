-- The settings that staff edit, one row for each section. A section without a row has the defaults of the program.

CREATE TABLE shop_settings (
    section text NOT NULL
        CONSTRAINT shop_settings_section_check CHECK (section ~ '^[a-z]{1,32}$')
        CONSTRAINT shop_settings_pkey PRIMARY KEY,
    -- Counts the edits; a section without a row has version 0.
    version integer NOT NULL CONSTRAINT shop_settings_version_check CHECK (version > 0),
    -- The settings as the application writes them. A field that is absent has its default.
    value jsonb NOT NULL CONSTRAINT shop_settings_value_check CHECK (jsonb_typeof(value) = 'object'),
    changed_at timestamptz NOT NULL
);

-- The advisory lock of all settings: orders take it shared while they are placed, an edit takes it alone.
CREATE OR REPLACE FUNCTION settings_lock() RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN 4123;

-- The kinds of changed things are defined by the programs that write the log. The constraint accepts each of their words, so no row
-- can break it, and the log need not be read.
ALTER TABLE audit_log
    DROP CONSTRAINT audit_log_entity_check,
    ADD CONSTRAINT audit_log_entity_check CHECK (entity ~ '^[a-z_]{1,32}$') NOT VALID;
