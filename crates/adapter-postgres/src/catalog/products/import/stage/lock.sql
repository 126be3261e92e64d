WITH held AS MATERIALIZED (
    SELECT p.id, p.version, p.stock FROM products p WHERE p.id IN (SELECT s.id FROM import_rows s)
    ORDER BY p.id FOR NO KEY UPDATE OF p
)
SELECT s.id, CASE WHEN held.version = s.version - 1 THEN held.stock END AS stock
FROM import_rows s LEFT JOIN held ON held.id = s.id
WHERE held.id IS NULL OR held.version <> s.version - 1 OR held.stock <> s.seen
