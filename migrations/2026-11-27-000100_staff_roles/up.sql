-- The role of each member of staff. All present administrators become owners. The locks wait for running orders and are held while the
-- table of users is read once.

SELECT pg_temp.lock_tables('users IN ACCESS EXCLUSIVE MODE', 'audit_log IN ACCESS EXCLUSIVE MODE');

ALTER TABLE users ADD COLUMN staff_role text
    CONSTRAINT users_staff_role_check CHECK (staff_role IN ('owner', 'manager', 'fulfilment', 'support', 'content'));
UPDATE users SET staff_role = 'owner' WHERE user_type = 'admin';
ALTER TABLE users ADD CONSTRAINT users_staff_check CHECK ((user_type = 'admin') = (staff_role IS NOT NULL));

-- Instances of the release before make administrators without a role, by `api admin create|promote` and the demo shop: such an
-- administrator is an owner, as all administrators of that release are. This release always writes the role, so the trigger can go
-- when no session of the release before is connected.
CREATE OR REPLACE FUNCTION make_owner() RETURNS trigger
LANGUAGE plpgsql AS $$ BEGIN NEW.staff_role := 'owner'; RETURN NEW; END $$;
CREATE OR REPLACE TRIGGER users_make_owner BEFORE INSERT OR UPDATE OF user_type ON users
    FOR EACH ROW WHEN (NEW.user_type = 'admin' AND NEW.staff_role IS NULL) EXECUTE FUNCTION make_owner();

-- The actions are defined by the programs that write the log, as its kinds of things are. The constraint accepts each of their words, so
-- no row can break it, and the log need not be read.
ALTER TABLE audit_log
    DROP CONSTRAINT audit_log_action_check,
    ADD CONSTRAINT audit_log_action_check CHECK (action ~ '^[a-z_]{1,32}$') NOT VALID;
