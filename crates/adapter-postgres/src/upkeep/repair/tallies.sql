-- A row with the difference. Both sums are of one snapshot, in which each running transaction has its rows and its tally, or neither.
INSERT INTO tallies (subject, kind, n)
SELECT subject, kind, coalesce(real.n, 0) - coalesce(kept.n, 0)
FROM (SELECT subject, kind, sum(n) AS n FROM tallies GROUP BY 1, 2) AS kept
FULL JOIN (
    SELECT 'orders' AS subject, status AS kind, count(*) AS n FROM orders GROUP BY 2
    UNION ALL SELECT 'users', kind_of_user(user_type, is_blocked), count(*) FROM users GROUP BY 2
    UNION ALL SELECT 'products', 'all', count(*) FROM products
    UNION ALL SELECT 'reviews', 'all', count(*) FROM reviews
    UNION ALL SELECT 'scarce', kind_of_scarcity(stock), count(*) FROM products WHERE stock <= $1 GROUP BY 2
) AS real USING (subject, kind)
WHERE coalesce(kept.n, 0) <> coalesce(real.n, 0)
