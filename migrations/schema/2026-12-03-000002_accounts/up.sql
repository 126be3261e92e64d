-- Users, their addresses and the invitations to join the staff; their sessions, second factors and sign-in at other providers; and
-- attempts to log in.

CREATE TABLE users (
    id uuid NOT NULL CONSTRAINT users_pkey PRIMARY KEY,
    -- Lower case, so that two spellings of one address are equal.
    email text NOT NULL
        CONSTRAINT users_email_check CHECK (char_length(email) BETWEEN 3 AND 254 AND email = lower(email COLLATE "C"))
        CONSTRAINT users_email_key UNIQUE,
    first_name text NOT NULL CONSTRAINT users_first_name_check CHECK (char_length(first_name) BETWEEN 1 AND 100),
    last_name text NOT NULL CONSTRAINT users_last_name_check CHECK (char_length(last_name) BETWEEN 1 AND 100),
    profile_picture text CONSTRAINT users_profile_picture_check CHECK (char_length(profile_picture) BETWEEN 1 AND 2048),
    user_type text NOT NULL CONSTRAINT users_user_type_check CHECK (user_type IN ('customer', 'admin')),
    is_blocked boolean NOT NULL DEFAULT false,
    -- A PHC string; NULL for a user who signs in through a provider only.
    password_hash text,
    created_at timestamptz NOT NULL,
    last_login timestamptz,
    -- Name and e-mail address folded by the application (lower case, no accents), and the hashed n-grams of that text.
    search_text text NOT NULL,
    search_grams integer[] NOT NULL,
    -- When the user last proved to read mail at this address.
    email_verified_at timestamptz,
    staff_role text
        CONSTRAINT users_staff_role_check CHECK (staff_role IN ('owner', 'manager', 'fulfilment', 'support', 'content')),
    -- The language of the user's mails; NULL is English. The languages are listed by the programs that write them; each reads one that
    -- it does not know as English.
    language text CONSTRAINT users_language_check CHECK (language ~ '^[a-z]{2,3}$'),
    CONSTRAINT users_staff_check CHECK ((user_type = 'admin') = (staff_role IS NOT NULL))
);

CREATE INDEX users_newest_idx ON users (created_at DESC, id DESC);
CREATE INDEX users_admins_idx ON users (id) WHERE user_type = 'admin';
CREATE INDEX users_search_idx ON users USING gin (search_grams);
CREATE INDEX users_picture_name_idx ON users (picture_name(profile_picture)) WHERE profile_picture IS NOT NULL;

-- The address books of users. Orders keep copies.
CREATE TABLE user_addresses (
    id uuid NOT NULL CONSTRAINT user_addresses_pkey PRIMARY KEY,
    user_id uuid NOT NULL CONSTRAINT user_addresses_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    label text CONSTRAINT user_addresses_label_check CHECK (char_length(label) BETWEEN 1 AND 50),
    name text NOT NULL CONSTRAINT user_addresses_name_check CHECK (char_length(name) BETWEEN 1 AND 200),
    phone text NOT NULL CONSTRAINT user_addresses_phone_check CHECK (phone ~ '^[0-9 +()-]{7,20}$'),
    line1 text NOT NULL CONSTRAINT user_addresses_line1_check CHECK (char_length(line1) BETWEEN 1 AND 200),
    line2 text CONSTRAINT user_addresses_line2_check CHECK (char_length(line2) BETWEEN 1 AND 200),
    city text NOT NULL CONSTRAINT user_addresses_city_check CHECK (char_length(city) BETWEEN 1 AND 100),
    district text NOT NULL CONSTRAINT user_addresses_district_check CHECK (char_length(district) BETWEEN 1 AND 100),
    postal_code text CONSTRAINT user_addresses_postal_code_check CHECK (postal_code ~ '^[0-9]{5}$'),
    is_default boolean NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE INDEX user_addresses_user_idx ON user_addresses (user_id, created_at DESC, id);
-- At most one default; `api doctor` finds users with addresses and none.
CREATE UNIQUE INDEX user_addresses_default_idx ON user_addresses (user_id) WHERE is_default;
-- Customers are found by the telephone numbers of their address books, by the digits that orders are found by.
CREATE INDEX user_addresses_phone_idx ON user_addresses ((right(ltrim(translate(phone, ' +()-', ''), '0'), 9)) COLLATE "C");

CREATE TABLE sessions (
    id uuid NOT NULL CONSTRAINT sessions_pkey PRIMARY KEY,
    user_id uuid NOT NULL CONSTRAINT sessions_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    last_used_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz,
    -- The kind of device, such as `Firefox on Linux`.
    device text CONSTRAINT sessions_device_check CHECK (char_length(device) BETWEEN 1 AND 60),
    -- A /24 of IPv4 or a /48 of IPv6.
    network text CONSTRAINT sessions_network_check CHECK (char_length(network) BETWEEN 1 AND 50),
    -- When the user last proved their identity.
    confirmed_at timestamptz,
    -- Whether the password of the user was set in this session: such a session is not confirmed by it.
    set_password boolean NOT NULL DEFAULT false,
    CONSTRAINT sessions_times_check CHECK (created_at <= last_used_at AND created_at <= expires_at)
);

CREATE INDEX sessions_user_id_idx ON sessions (user_id);
CREATE INDEX sessions_last_used_at_idx ON sessions (last_used_at) WHERE revoked_at IS NULL;
CREATE INDEX sessions_expires_at_idx ON sessions (expires_at);
-- The dashboard reads the latest logins from the sessions that they opened.
CREATE INDEX sessions_newest_idx ON sessions (created_at DESC, id DESC);

-- The key that signs bearer tokens where the operator configures none: one for all instances on this database.
CREATE TABLE signing_key (
    -- There is at most one row.
    id boolean NOT NULL DEFAULT true CONSTRAINT signing_key_pkey PRIMARY KEY CONSTRAINT signing_key_id_check CHECK (id),
    secret text NOT NULL CONSTRAINT signing_key_secret_check CHECK (octet_length(secret) >= 32),
    generated_at timestamptz NOT NULL
);

-- Attempts to log in, counted for each e-mail address as a whole and for each address and origin.
CREATE TABLE login_attempts (
    -- Unknown addresses are counted too: both are delayed alike, so that the delay does not tell which accounts exist.
    email text NOT NULL CONSTRAINT login_attempts_email_check CHECK (char_length(email) <= 254),
    -- A known device or a block of addresses; empty for the account as a whole.
    origin text NOT NULL CONSTRAINT login_attempts_origin_check CHECK (char_length(origin) <= 64),
    failures integer NOT NULL CONSTRAINT login_attempts_failures_check CHECK (failures >= 0),
    last_failed_at timestamptz,
    -- The start times of the attempts whose passwords are being compared.
    pending timestamptz[] NOT NULL
        CONSTRAINT login_attempts_pending_check CHECK (cardinality(pending) <= 100 AND array_position(pending, NULL) IS NULL),
    changed_at timestamptz NOT NULL,
    CONSTRAINT login_attempts_pkey PRIMARY KEY (email, origin)
);

CREATE INDEX login_attempts_changed_at_idx ON login_attempts (changed_at);

-- Links that set a new password.
CREATE TABLE password_resets (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT password_resets_pkey PRIMARY KEY,
    user_id uuid NOT NULL CONSTRAINT password_resets_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- SHA-256 of the secret in the link.
    secret_hash bytea NOT NULL
        CONSTRAINT password_resets_secret_hash_check CHECK (octet_length(secret_hash) = 32)
        CONSTRAINT password_resets_secret_hash_key UNIQUE,
    created_at timestamptz NOT NULL,
    -- When it was used, or replaced by a newer link.
    ended_at timestamptz
);

-- A user has at most one valid link.
CREATE UNIQUE INDEX password_resets_good_idx ON password_resets (user_id) WHERE ended_at IS NULL;
CREATE INDEX password_resets_user_id_idx ON password_resets (user_id, created_at);
CREATE INDEX password_resets_created_at_idx ON password_resets (created_at);

-- Accounts at third-party sign-in providers.
CREATE TABLE identities (
    -- The host of the provider's sign-in page.
    provider text NOT NULL CONSTRAINT identities_provider_check CHECK (char_length(provider) BETWEEN 1 AND 255),
    -- The provider's permanent id of the person.
    subject text NOT NULL CONSTRAINT identities_subject_check CHECK (char_length(subject) BETWEEN 1 AND 255),
    user_id uuid NOT NULL CONSTRAINT identities_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    linked_at timestamptz NOT NULL,
    CONSTRAINT identities_pkey PRIMARY KEY (provider, subject),
    CONSTRAINT identities_user_id_key UNIQUE (user_id, provider)
);

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

-- The keys that encrypt secrets where the operator configures none, for all instances on this database. A secret names the version of
-- its key; the newest key encrypts (docs/adr/0026-second-factor-and-data-key.md).
CREATE TABLE data_keys (
    version integer NOT NULL CONSTRAINT data_keys_pkey PRIMARY KEY CONSTRAINT data_keys_version_check CHECK (version BETWEEN 1 AND 255),
    -- 32 bytes in base64.
    secret text NOT NULL CONSTRAINT data_keys_secret_check CHECK (octet_length(secret) BETWEEN 43 AND 44),
    generated_at timestamptz NOT NULL
);

CREATE TABLE second_factors (
    user_id uuid NOT NULL
        CONSTRAINT second_factors_pkey PRIMARY KEY
        CONSTRAINT second_factors_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    -- Version of the key, nonce, ciphertext and tag.
    secret bytea NOT NULL CONSTRAINT second_factors_secret_check CHECK (octet_length(secret) BETWEEN 30 AND 200),
    begun_at timestamptz NOT NULL,
    -- When a code proved that the app has the secret; NULL for an enrolment that was begun alone.
    enabled_at timestamptz,
    -- The last step whose code was used: it and those before count no more.
    used_step bigint NOT NULL DEFAULT 0 CONSTRAINT second_factors_used_step_check CHECK (used_step >= 0),
    -- The wrong codes after the right password, since the last right one.
    wrong_codes integer NOT NULL DEFAULT 0 CONSTRAINT second_factors_wrong_codes_check CHECK (wrong_codes >= 0)
);

CREATE TABLE recovery_codes (
    user_id uuid NOT NULL CONSTRAINT recovery_codes_user_id_fkey REFERENCES second_factors (user_id) ON DELETE CASCADE,
    -- SHA-256 of the user's id and the code.
    code_hash bytea NOT NULL CONSTRAINT recovery_codes_code_hash_check CHECK (octet_length(code_hash) = 32),
    used_at timestamptz,
    CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash)
);

-- The browsers and networks from which an account was signed in to.
CREATE TABLE seen_devices (
    user_id uuid NOT NULL CONSTRAINT seen_devices_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    device_id uuid NOT NULL,
    network text NOT NULL CONSTRAINT seen_devices_network_check CHECK (char_length(network) BETWEEN 1 AND 50),
    seen_at timestamptz NOT NULL,
    CONSTRAINT seen_devices_pkey PRIMARY KEY (user_id, device_id, network)
);

CREATE INDEX seen_devices_seen_at_idx ON seen_devices (seen_at);

-- Alerts about unusual sign-ins.
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
