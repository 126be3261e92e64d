-- Invitations to join the staff.

CREATE TABLE staff_invitations (
    id uuid NOT NULL CONSTRAINT staff_invitations_pkey PRIMARY KEY,
    -- Lower case, as in `users`.
    email text NOT NULL
        CONSTRAINT staff_invitations_email_check CHECK (char_length(email) BETWEEN 3 AND 254 AND email = lower(email COLLATE "C")),
    role text NOT NULL
        CONSTRAINT staff_invitations_role_check CHECK (role IN ('owner', 'manager', 'fulfilment', 'support', 'content')),
    -- SHA-256 of the secret in the link.
    secret_hash bytea NOT NULL
        CONSTRAINT staff_invitations_secret_hash_check CHECK (octet_length(secret_hash) = 32)
        CONSTRAINT staff_invitations_secret_hash_key UNIQUE,
    -- The owner. An invitation goes with the account of its owner.
    invited_by uuid NOT NULL CONSTRAINT staff_invitations_invited_by_fkey REFERENCES users (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    -- When it was accepted, withdrawn, or replaced by a newer one, or its owner ceased to be one.
    ended_at timestamptz
);

-- An address has at most one invitation that has not ended.
CREATE UNIQUE INDEX staff_invitations_open_idx ON staff_invitations (email) WHERE ended_at IS NULL;
CREATE INDEX staff_invitations_invited_by_idx ON staff_invitations (invited_by);
CREATE INDEX staff_invitations_created_at_idx ON staff_invitations (created_at);
