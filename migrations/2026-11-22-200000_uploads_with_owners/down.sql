DROP TRIGGER users_take_picture ON users;
DROP TRIGGER users_change_picture ON users;
DROP TRIGGER users_leave_picture ON users;
DROP TRIGGER products_take_pictures ON products;
DROP TRIGGER products_change_pictures ON products;
DROP FUNCTION users_change_pictures();
DROP FUNCTION products_change_pictures();
DROP FUNCTION change_pictures(text[], boolean, text);
-- Their files are deleted.
DELETE FROM uploads WHERE deleted_at IS NOT NULL;
DROP INDEX uploads_deleted_idx, uploads_pending_idx, uploads_user_idx;
ALTER TABLE uploads
    DROP CONSTRAINT uploads_fate_check,
    DROP COLUMN deleted_at,
    DROP COLUMN condemned_at,
    DROP COLUMN bytes,
    DROP COLUMN user_id;
CREATE INDEX uploads_pending_idx ON uploads (uploaded_at, name) WHERE NOT is_taken;
