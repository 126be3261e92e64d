SELECT 'all ' || count(*) FILTER (WHERE staff_role = 'owner') || ' owners are blocked' AS detail FROM users
WHERE user_type = 'admin' HAVING count(*) > 0 AND NOT bool_or(staff_role = 'owner' AND NOT is_blocked)
