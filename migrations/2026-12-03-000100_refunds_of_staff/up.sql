-- The refunds of one member of staff within a day are summed. Refunds wait while the index is built.

SELECT pg_temp.lock_tables('refunds IN SHARE MODE');

CREATE INDEX refunds_actor_idx ON refunds (actor_email, at) WHERE actor_email IS NOT NULL;
