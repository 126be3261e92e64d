-- Who changed what, written in the transaction of the change itself. Nothing here refers to another table: entries outlive
-- what they are about.

CREATE TABLE audit_log (
    id bigint NOT NULL GENERATED ALWAYS AS IDENTITY CONSTRAINT audit_log_pkey PRIMARY KEY,
    at timestamptz NOT NULL,
    -- NULL for the operator at the command line.
    actor_id uuid,
    actor_email text,
    request_id text NOT NULL,
    action text NOT NULL CONSTRAINT audit_log_action_check CHECK (action IN ('create', 'update', 'delete', 'block', 'unblock', 'promote')),
    entity text NOT NULL CONSTRAINT audit_log_entity_check CHECK (entity IN ('user', 'product', 'order', 'review')),
    entity_id text NOT NULL,
    before jsonb,
    after jsonb
);

CREATE INDEX audit_log_entity_idx ON audit_log (entity, entity_id, id DESC);
CREATE INDEX audit_log_newest_idx ON audit_log (at DESC, id DESC);
