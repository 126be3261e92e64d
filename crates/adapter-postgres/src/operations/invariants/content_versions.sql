SELECT document || ' has ' || count(*) || ' versions up to ' || max(version) AS detail
FROM content_versions GROUP BY document HAVING count(*) <> max(version)
