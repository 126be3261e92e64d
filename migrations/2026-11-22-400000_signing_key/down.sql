CREATE INDEX users_last_login_idx ON users (last_login DESC, id DESC) WHERE last_login IS NOT NULL;
DROP INDEX sessions_newest_idx;
DROP TABLE signing_key;
