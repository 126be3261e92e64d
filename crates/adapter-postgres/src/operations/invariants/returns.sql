-- The units of a return belong to its order's items, which repeat what came back. Units that are asked for, and those that came back, are
-- no more than were bought.
WITH came AS (
    SELECT i.order_id, i.position, sum(i.restocked + i.written_off) AS units, sum(i.credit_cents) AS cents,
        sum(CASE WHEN r.state IN ('requested', 'approved') THEN i.quantity ELSE i.restocked + i.written_off END) AS asked,
        bool_or(r.state <> 'received' AND i.restocked + i.written_off > 0) AS is_early
    FROM order_return_items i JOIN order_returns r ON r.order_id = i.order_id AND r.number = i.number
    WHERE r.state NOT IN ('rejected', 'withdrawn') GROUP BY 1, 2
)
SELECT i.order_id || ' item ' || i.position || ': bought ' || i.quantity || ', to return ' || coalesce(came.asked, 0) || ', returned '
       || i.returned || ' for ' || i.returned_cents || ' cents, its returns say ' || coalesce(came.units, 0) || ' for '
       || coalesce(came.cents, 0) AS detail
FROM order_items i LEFT JOIN came ON came.order_id = i.order_id AND came.position = i.position
WHERE (i.returned, i.returned_cents) <> (coalesce(came.units, 0), coalesce(came.cents, 0)) OR came.asked > i.quantity OR came.is_early
    OR i.returned_cents > i.quantity * i.price_cents - i.discount_cents
UNION ALL
SELECT r.order_id || ' return ' || r.number || ': credits ' || r.credit_cents || ' cents for goods and delivery of '
       || i.cents || ' and ' || r.delivery_credit_cents
FROM order_returns r
JOIN (SELECT order_id, number, sum(credit_cents) AS cents FROM order_return_items GROUP BY 1, 2) AS i USING (order_id, number)
WHERE r.credit_cents > i.cents + r.delivery_credit_cents
ORDER BY 1
