-- The keys that make placing an order safe to repeat.

CREATE TABLE idempotency_keys (
    -- The kind and the id of the customer that sent the key: `user:<uuid>` for an account. Customers without an account will have a
    -- kind of their own.
    owner_key text NOT NULL CONSTRAINT idempotency_keys_owner_key_check CHECK (owner_key ~ '^[a-z]+:.' AND char_length(owner_key) <= 300),
    key text NOT NULL CONSTRAINT idempotency_keys_key_check CHECK (char_length(key) BETWEEN 1 AND 255),
    -- The content of the request; the same key with another content is refused.
    meaning text NOT NULL,
    order_id text NOT NULL CONSTRAINT idempotency_keys_order_id_fkey REFERENCES orders (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    -- The account in owner_key, so that the keys of a deleted user are deleted too.
    user_id uuid GENERATED ALWAYS AS (CASE WHEN owner_key LIKE 'user:%' THEN substr(owner_key, 6)::uuid END) STORED
        CONSTRAINT idempotency_keys_user_id_fkey REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT idempotency_keys_pkey PRIMARY KEY (owner_key, key)
);

CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);
CREATE INDEX idempotency_keys_user_id_idx ON idempotency_keys (user_id) WHERE user_id IS NOT NULL;
