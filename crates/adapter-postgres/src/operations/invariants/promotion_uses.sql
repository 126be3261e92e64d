SELECT p.name || ': counts ' || p.uses || ' uses, has ' || p.counted || ', at most ' || p.usage_limit AS detail
FROM (
    SELECT p.id, p.name, p.uses, p.usage_limit,
           (SELECT count(*) FROM promotion_uses u WHERE u.promotion_id = p.id AND u.released_at IS NULL) AS counted
    FROM promotions p WHERE p.usage_limit IS NOT NULL
) AS p
WHERE p.uses <> p.counted OR p.uses > p.usage_limit
UNION ALL
SELECT o.id || ': is ' || o.status || ', its use of a promotion is ' || CASE WHEN u.released_at IS NULL THEN 'kept' ELSE 'given back' END
FROM promotion_uses u JOIN orders o ON o.id = u.order_id WHERE (o.status = 'cancelled') <> (u.released_at IS NOT NULL)
UNION ALL
SELECT coalesce(kept.order_id, u.order_id) || ': keeps ' || coalesce(kept.cents, 0) || ' cents of a promotion, its use has '
       || coalesce(u.amount_cents, 0)
FROM (
    SELECT p.order_id, (a ->> 'promotionId')::uuid AS promotion_id, (a ->> 'amountCents')::bigint AS cents
    FROM order_pricing p CROSS JOIN jsonb_array_elements(p.promotions) a
) AS kept FULL JOIN promotion_uses u USING (order_id, promotion_id)
WHERE coalesce(kept.cents, -1) <> coalesce(u.amount_cents, -1)
ORDER BY 1
