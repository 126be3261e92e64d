-- Reading the audit log, and what one customer ordered.

-- What people call the thing that was changed: a product's id, a user's or reviewer's address, else the id itself, as an
-- order's number.
ALTER TABLE audit_log ADD COLUMN subject text NOT NULL GENERATED ALWAYS AS (
    coalesce(before ->> 'productId', after ->> 'productId', before ->> 'email', after ->> 'email',
             before ->> 'userEmail', after ->> 'userEmail', entity_id)
) STORED;

-- One for each filter, in the order of the list.
CREATE INDEX audit_log_entity_newest_idx ON audit_log (entity, at DESC, id DESC);
CREATE INDEX audit_log_action_newest_idx ON audit_log (action, at DESC, id DESC);
CREATE INDEX audit_log_actor_newest_idx ON audit_log (actor_email, at DESC, id DESC);
CREATE INDEX audit_log_subject_idx ON audit_log (lower(subject COLLATE "C"), at DESC, id DESC);

-- The orders of one customer, whose account may be gone; their sum is read from this one alone.
CREATE INDEX orders_email_idx ON orders (email, placed_at DESC, id DESC) INCLUDE (status, total_cents);
