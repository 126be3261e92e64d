-- The order says to whom it is addressed. First a contact for each text that has none, then the contact of the orders, then the counts.
INSERT INTO order_contacts (search_text)
SELECT DISTINCT o.search_text FROM orders o LEFT JOIN order_contacts c ON c.id = o.contact_id
WHERE c.search_text IS DISTINCT FROM o.search_text
    AND NOT EXISTS (SELECT FROM order_contacts same WHERE same.search_text = o.search_text);
UPDATE orders o SET contact_id = (SELECT min(same.id) FROM order_contacts same WHERE same.search_text = o.search_text)
WHERE (SELECT c.search_text FROM order_contacts c WHERE c.id = o.contact_id) IS DISTINCT FROM o.search_text;
INSERT INTO order_contact_changes (contact_id, status, n) SELECT contact_id, status, there - kept FROM different
