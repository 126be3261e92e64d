SELECT 'user ' || a.user_id || ' has ' || count(*) || ' addresses, ' || count(*) FILTER (WHERE a.is_default) || ' of them the default' AS detail
FROM user_addresses a GROUP BY a.user_id HAVING count(*) FILTER (WHERE a.is_default) <> 1 ORDER BY a.user_id
