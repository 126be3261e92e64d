-- Expired sessions count too: blocking revokes them all.
SELECT coalesce(u.email, 'a deleted user') || ': ' || count(*) || ' sessions' AS detail
FROM sessions s LEFT JOIN users u ON u.id = s.user_id
WHERE s.revoked_at IS NULL AND u.is_blocked IS DISTINCT FROM false
GROUP BY u.email ORDER BY u.email
