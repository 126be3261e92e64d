UPDATE sessions SET revoked_at = created_at - interval '1 day' WHERE revoked_at IS NOT NULL;
UPDATE sessions SET revoked_at = NULL WHERE revoked_at < created_at;
UPDATE users SET is_blocked = false
