SELECT 'all ' || count(*) || ' administrators are blocked' AS detail FROM users
WHERE user_type = 'admin' HAVING count(*) > 0 AND bool_and(is_blocked)
