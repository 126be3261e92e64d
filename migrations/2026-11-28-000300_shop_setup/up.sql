-- The link that sets up a shop without an administrator. There is at most one row; it goes when the shop is set up.

CREATE TABLE shop_setup (
    id boolean NOT NULL DEFAULT true
        CONSTRAINT shop_setup_pkey PRIMARY KEY
        CONSTRAINT shop_setup_id_check CHECK (id),
    -- SHA-256 of the secret in the newest link.
    secret_hash bytea NOT NULL CONSTRAINT shop_setup_secret_hash_check CHECK (octet_length(secret_hash) = 32),
    made_at timestamptz NOT NULL
);
