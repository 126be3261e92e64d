SELECT DISTINCT c.document || ' shows ' || u.name || ', which is not kept' AS detail
FROM (SELECT document, body FROM content_drafts UNION ALL SELECT document, body FROM content_versions) AS c
    CROSS JOIN LATERAL jsonb_path_query(c.body, 'strict $.**') AS part
    JOIN uploads u ON u.name = picture_name(part #>> '{}')
WHERE jsonb_typeof(part) = 'string' AND NOT u.is_taken
