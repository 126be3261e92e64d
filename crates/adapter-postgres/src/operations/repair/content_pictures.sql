-- A picture whose file is being deleted, or is gone, cannot be kept.
UPDATE uploads u SET is_taken = true
WHERE NOT u.is_taken AND u.condemned_at IS NULL AND u.deleted_at IS NULL AND u.name IN (
    SELECT picture_name(part #>> '{}')
    FROM (SELECT body FROM content_drafts UNION ALL SELECT body FROM content_versions) AS c
        CROSS JOIN LATERAL jsonb_path_query(c.body, 'strict $.**') AS part
    WHERE jsonb_typeof(part) = 'string'
)
