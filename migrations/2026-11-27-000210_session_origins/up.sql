-- Where sessions began, when their users last proved to be themselves, and alerts about unusual sign-ins. The columns are added without
-- reading the rows: sessions of the release before have none of it.

SELECT pg_temp.lock_tables('users IN SHARE ROW EXCLUSIVE MODE', 'sessions IN ACCESS EXCLUSIVE MODE', 'mail_outbox IN SHARE MODE');

ALTER TABLE sessions
    -- The kind of device, such as `Firefox on Linux`.
    ADD COLUMN device text CONSTRAINT sessions_device_check CHECK (char_length(device) BETWEEN 1 AND 60),
    -- A /24 of IPv4 or a /48 of IPv6.
    ADD COLUMN network text CONSTRAINT sessions_network_check CHECK (char_length(network) BETWEEN 1 AND 50),
    ADD COLUMN confirmed_at timestamptz;

-- The browsers and networks from which an account was signed in to.
CREATE TABLE seen_devices (
    user_id uuid NOT NULL CONSTRAINT seen_devices_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    device_id uuid NOT NULL,
    network text NOT NULL CONSTRAINT seen_devices_network_check CHECK (char_length(network) BETWEEN 1 AND 50),
    seen_at timestamptz NOT NULL,
    CONSTRAINT seen_devices_pkey PRIMARY KEY (user_id, device_id, network)
);

CREATE INDEX seen_devices_seen_at_idx ON seen_devices (seen_at);

CREATE TABLE sign_in_alerts (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT sign_in_alerts_pkey PRIMARY KEY,
    user_id uuid NOT NULL CONSTRAINT sign_in_alerts_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 of the secret in the link that ends all sessions.
    secret_hash bytea NOT NULL
        CONSTRAINT sign_in_alerts_secret_hash_check CHECK (octet_length(secret_hash) = 32)
        CONSTRAINT sign_in_alerts_secret_hash_key UNIQUE,
    created_at timestamptz NOT NULL,
    used_at timestamptz
);

CREATE INDEX sign_in_alerts_user_id_idx ON sign_in_alerts (user_id, created_at);
CREATE INDEX sign_in_alerts_created_at_idx ON sign_in_alerts (created_at);
-- Mails with such a link are deleted some days after they were sent.
CREATE INDEX mail_outbox_old_alerts_idx ON mail_outbox (queued_at) WHERE kind = 'signInAlert';
