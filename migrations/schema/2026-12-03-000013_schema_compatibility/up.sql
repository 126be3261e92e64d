-- Which releases may serve this database. A release that removes what the release before needs (migrations/contract/) notes its
-- generation here first; a release of a lower generation refuses to start, and one that runs says so at /readyz
-- (docs/adr/0030-several-instances.md). There is at most one row, and none until the first release has ended its migrations.
CREATE TABLE schema_compatibility (
    id boolean NOT NULL DEFAULT true CONSTRAINT schema_compatibility_pkey PRIMARY KEY CONSTRAINT schema_compatibility_id_check CHECK (id),
    -- The lowest generation that may serve (GENERATION in adapter-postgres/src/connection/connector.rs).
    lowest_generation integer NOT NULL CONSTRAINT schema_compatibility_lowest_generation_check CHECK (lowest_generation > 0),
    -- The version of the program that wrote the number, for the message of one that is refused.
    version text NOT NULL CONSTRAINT schema_compatibility_version_check CHECK (char_length(version) BETWEEN 1 AND 50)
);
