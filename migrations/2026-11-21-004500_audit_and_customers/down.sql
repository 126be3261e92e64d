DROP INDEX orders_email_idx;
DROP INDEX audit_log_entity_newest_idx, audit_log_action_newest_idx, audit_log_actor_newest_idx, audit_log_subject_idx;
ALTER TABLE audit_log DROP COLUMN subject;
