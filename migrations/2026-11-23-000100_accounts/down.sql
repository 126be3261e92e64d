DROP TABLE identities, password_resets, login_attempts, signing_key, sessions, users;
