-- Which account belongs to whom at a third-party sign-in provider.

CREATE TABLE identities (
    -- The host of the provider's sign-in page.
    provider text NOT NULL CONSTRAINT identities_provider_check CHECK (char_length(provider) BETWEEN 1 AND 255),
    -- Its name for the person, for good.
    subject text NOT NULL CONSTRAINT identities_subject_check CHECK (char_length(subject) BETWEEN 1 AND 255),
    user_id uuid NOT NULL CONSTRAINT identities_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    linked_at timestamptz NOT NULL,
    CONSTRAINT identities_pkey PRIMARY KEY (provider, subject),
    CONSTRAINT identities_user_id_key UNIQUE (user_id, provider)
);
