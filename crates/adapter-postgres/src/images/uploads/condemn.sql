WITH due AS (
    SELECT u.name FROM uploads u
    WHERE NOT u.is_taken AND u.deleted_at IS NULL AND u.condemned_at IS NULL AND u.uploaded_at < $1
        AND NOT EXISTS (SELECT FROM users p WHERE p.profile_picture IS NOT NULL AND picture_name(p.profile_picture) = u.name)
    ORDER BY u.uploaded_at, u.name LIMIT $3
    FOR UPDATE SKIP LOCKED
), condemned AS (
    UPDATE uploads u SET condemned_at = $2 FROM due WHERE u.name = due.name RETURNING u.name, u.uploaded_at
), unfinished AS (
    SELECT u.name, u.uploaded_at FROM uploads u
    WHERE NOT u.is_taken AND u.deleted_at IS NULL AND u.condemned_at IS NOT NULL
    ORDER BY u.uploaded_at, u.name LIMIT $3
)
SELECT name FROM (TABLE condemned UNION ALL TABLE unfinished) AS told ORDER BY uploaded_at, name LIMIT $3
