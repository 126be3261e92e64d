-- The order says to whom it is addressed. First a contact for each text that has none, then the contact of the orders, then the counts.
INSERT INTO order_contacts (search_text)
SELECT DISTINCT o.search_text FROM orders o LEFT JOIN order_contacts c ON c.id = o.contact_id
WHERE c.search_text IS DISTINCT FROM o.search_text
    AND NOT EXISTS (SELECT FROM order_contacts same WHERE same.search_text = o.search_text);
UPDATE orders o SET contact_id = (SELECT min(same.id) FROM order_contacts same WHERE same.search_text = o.search_text)
WHERE (SELECT c.search_text FROM order_contacts c WHERE c.id = o.contact_id) IS DISTINCT FROM o.search_text;
INSERT INTO order_contact_changes (contact_id, status, n)
SELECT contact_id, status, coalesce(real.n, 0) - coalesce(kept.n, 0)
FROM (
    SELECT contact_id, status, sum(n) AS n FROM (
        SELECT contact_id, status, n FROM order_contact_changes
        UNION ALL SELECT id, kind.status, kind.n FROM order_contacts CROSS JOIN LATERAL (VALUES
            ('processing', processing), ('shipped', shipped), ('completed', completed), ('cancelled', cancelled)
        ) AS kind (status, n)
    ) AS part GROUP BY 1, 2
) AS kept
FULL JOIN (SELECT contact_id, status, count(*) AS n FROM orders GROUP BY 1, 2) AS real USING (contact_id, status)
WHERE coalesce(kept.n, 0) <> coalesce(real.n, 0)
