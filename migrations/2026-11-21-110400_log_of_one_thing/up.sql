-- What was done to one thing, in the order of the list. An id says nearly all by itself, also where its kind is asked for too.
CREATE INDEX audit_log_thing_newest_idx ON audit_log (entity_id, at DESC, id DESC);
DROP INDEX audit_log_entity_idx;
