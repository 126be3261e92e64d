SELECT o.id || ': found by ' || coalesce(c.search_text, 'nobody') || ', addressed to ' || o.search_text AS detail
FROM orders o LEFT JOIN order_contacts c ON c.id = o.contact_id WHERE c.search_text IS DISTINCT FROM o.search_text
UNION ALL
SELECT 'contact ' || contact_id || ': ' || coalesce(kept.n, 0) || ' ' || status || ' counted, ' || coalesce(real.n, 0) || ' are there'
FROM (
    SELECT contact_id, status, sum(n) AS n FROM (
        SELECT contact_id, status, n FROM order_contact_changes
        UNION ALL SELECT id, kind.status, kind.n FROM order_contacts CROSS JOIN LATERAL (VALUES
            ('processing', processing), ('shipped', shipped), ('completed', completed), ('cancelled', cancelled)
        ) AS kind (status, n)
    ) AS part GROUP BY 1, 2
) AS kept
FULL JOIN (SELECT contact_id, status, count(*) AS n FROM orders GROUP BY 1, 2) AS real USING (contact_id, status)
WHERE coalesce(kept.n, 0) <> coalesce(real.n, 0) ORDER BY 1
