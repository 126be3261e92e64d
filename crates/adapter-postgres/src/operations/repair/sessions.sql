UPDATE sessions s SET revoked_at = now()
WHERE s.revoked_at IS NULL AND NOT EXISTS (SELECT FROM users u WHERE u.id = s.user_id AND NOT u.is_blocked)
