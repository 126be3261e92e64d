-- What is counted of a contact's orders (`kept`), where it is not what is there.
WITH different AS (
    SELECT contact_id, status, coalesce(kept.n, 0) AS kept, coalesce(real.n, 0) AS there
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
)
