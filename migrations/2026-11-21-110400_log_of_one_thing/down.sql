CREATE INDEX audit_log_entity_idx ON audit_log (entity, entity_id, id DESC);
DROP INDEX audit_log_thing_newest_idx;
