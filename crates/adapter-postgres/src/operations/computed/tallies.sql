-- What is counted beside a table (`kept`), where it is not what is in it (`there`).
WITH different AS (
    SELECT subject, kind, coalesce(kept.n, 0) AS kept, coalesce(real.n, 0) AS there
    FROM (SELECT subject, kind, sum(n) AS n FROM tallies WHERE subject NOT IN ('products', 'scarce') GROUP BY 1, 2) AS kept
    FULL JOIN (
        SELECT 'orders' AS subject, status AS kind, count(*) AS n FROM orders GROUP BY 2
        UNION ALL SELECT 'users', kind_of_user(user_type, is_blocked), count(*) FROM users GROUP BY 2
        UNION ALL SELECT 'reviews', 'all', count(*) FROM reviews
    ) AS real USING (subject, kind)
    WHERE coalesce(kept.n, 0) <> coalesce(real.n, 0)
)
