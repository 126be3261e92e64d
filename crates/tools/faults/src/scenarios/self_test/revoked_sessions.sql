UPDATE sessions s SET revoked_at = now() FROM users u
WHERE u.id = s.user_id AND u.email = ANY (string_to_array(:revoked, ','))
