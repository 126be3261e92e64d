-- The address books of users. Orders keep copies.

SELECT pg_temp.lock_tables('users IN SHARE ROW EXCLUSIVE MODE');

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
