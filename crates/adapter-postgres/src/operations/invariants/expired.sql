SELECT o.id || ': unpaid since ' || p.expires_at AS detail
FROM order_payments p JOIN orders o ON o.id = p.order_id
WHERE p.expires_at < now() - interval '1 hour' AND p.method <> 'cod' AND o.status = 'processing'
    AND (p.charged_cents = 0 AND o.total_cents > 0 OR p.rest_cents > 0)
    AND NOT EXISTS (SELECT FROM order_fulfilment f WHERE f.order_id = o.id AND f.stage IN ('packed', 'readyForPickup'))
ORDER BY p.expires_at, o.id
