DELETE FROM audit_log WHERE action NOT IN ('create', 'update', 'delete', 'block', 'unblock', 'promote');
ALTER TABLE audit_log
    DROP CONSTRAINT audit_log_action_check,
    ADD CONSTRAINT audit_log_action_check CHECK (action IN ('create', 'update', 'delete', 'block', 'unblock', 'promote'));
DROP TRIGGER users_make_owner ON users;
DROP FUNCTION make_owner();
ALTER TABLE users DROP COLUMN staff_role;
