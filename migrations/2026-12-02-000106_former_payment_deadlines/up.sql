-- Orders of former releases that never expired have a day from now: those that were paid in part, reinstated after a refund, or are paid by
-- card and have a bank slip in review. The rows that change are few. The rest of the others is filled in without a lock of the table.

UPDATE order_payments p
SET rest_cents = greatest(CASE WHEN o.status = 'cancelled' THEN 0 ELSE greatest(o.total_cents - p.credits_cents, 0) END
        - (p.charged_cents - p.returned_cents), 0)
FROM orders o
WHERE o.id = p.order_id AND p.charged_cents > 0 AND o.status <> 'cancelled'
    AND o.total_cents - p.credits_cents > p.charged_cents - p.returned_cents
    AND greatest(o.total_cents - p.credits_cents, 0) > p.charged_cents - p.returned_cents;

UPDATE order_payments p
SET expires_at = greatest(p.expires_at, now() + interval '24 hours')
FROM orders o
WHERE o.id = p.order_id AND o.status = 'processing' AND p.method <> 'cod'
    AND (p.rest_cents > 0 OR p.method = 'payhere' AND p.charged_cents = 0 AND p.expires_at IS NULL)
    AND (p.method = 'payhere' OR NOT EXISTS (SELECT FROM payment_slips s WHERE s.order_id = p.order_id AND s.state = 'inReview'));
