ALTER TABLE sessions DROP COLUMN set_password;
