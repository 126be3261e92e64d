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
