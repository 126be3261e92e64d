DROP TABLE password_resets;
ALTER TABLE users DROP COLUMN email_verified_at;
