-- The shop's content: one draft of each document, and its published versions. A document without a version has the default of the
-- program. The forms of the documents are defined by the application (`domain/src/content`).

CREATE TABLE content_drafts (
    document text NOT NULL
        CONSTRAINT content_drafts_document_check CHECK (document ~ '^[a-z]{1,32}$' OR document ~ '^page:[a-z0-9-]{1,60}$')
        CONSTRAINT content_drafts_pkey PRIMARY KEY,
    -- Counts the saves; a document without a row has revision 0.
    revision integer NOT NULL CONSTRAINT content_drafts_revision_check CHECK (revision > 0),
    body jsonb NOT NULL CONSTRAINT content_drafts_body_check CHECK (jsonb_typeof(body) = 'object'),
    changed_at timestamptz NOT NULL,
    -- NULL for the operator at the command line.
    changed_by text
);

-- Rows are only added. The newest version of a document is what visitors see.
CREATE TABLE content_versions (
    document text NOT NULL
        CONSTRAINT content_versions_document_check CHECK (document ~ '^[a-z]{1,32}$' OR document ~ '^page:[a-z0-9-]{1,60}$'),
    -- From 1 on, without gaps.
    version integer NOT NULL CONSTRAINT content_versions_version_check CHECK (version > 0),
    body jsonb NOT NULL CONSTRAINT content_versions_body_check CHECK (jsonb_typeof(body) = 'object'),
    published_at timestamptz NOT NULL,
    published_by text,
    CONSTRAINT content_versions_pkey PRIMARY KEY (document, version)
);
