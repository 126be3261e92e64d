SELECT o.id || ': found by ' || coalesce(c.search_text, 'nobody') || ', addressed to ' || o.search_text AS detail
FROM orders o LEFT JOIN order_contacts c ON c.id = o.contact_id WHERE c.search_text IS DISTINCT FROM o.search_text
UNION ALL
SELECT 'contact ' || contact_id || ': ' || kept || ' ' || status || ' counted, ' || there || ' are there' FROM different ORDER BY 1
