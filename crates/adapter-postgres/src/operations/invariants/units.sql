-- The movements of a deleted product are deleted with it. Units that came back when the stock was the greatest possible may be
-- lost: that is no finding. The shelf is summed for the lines that differ alone: for every line of a large shop it takes minutes.
WITH came AS (
    SELECT r.order_id, i.product_id, sum(r.restocked) AS restocked, sum(r.written_off) AS lost
    FROM order_return_items r JOIN order_items i ON i.order_id = r.order_id AND i.position = r.position
    WHERE i.product_id IS NOT NULL GROUP BY 1, 2
), line AS (
    -- What an order has taken from the shelf, and what a cancelled one has: the units that were written off.
    SELECT order_id, product_id, bought.units - coalesce(came.restocked, 0) AS units, coalesce(came.lost, 0) AS lost
    FROM (SELECT order_id, product_id, sum(quantity) AS units FROM order_items WHERE product_id IS NOT NULL GROUP BY 1, 2) AS bought
    LEFT JOIN came USING (order_id, product_id)
), movement AS (
    SELECT order_id, product_id, -sum(delta) AS units FROM stock_movements WHERE order_id IS NOT NULL GROUP BY 1, 2
), differing AS MATERIALIZED (
    SELECT * FROM (
        SELECT order_id, product_id, o.status, coalesce(CASE WHEN o.status = 'cancelled' THEN line.lost ELSE line.units END, 0) AS due,
            coalesce(movement.units, 0) AS taken
        FROM line FULL JOIN movement USING (order_id, product_id) LEFT JOIN orders o ON o.id = order_id
    ) AS each WHERE taken <> due
)
SELECT d.order_id || ' (' || coalesce(d.status, 'gone') || '): '
       || coalesce(p.code, d.product_id::text) || ' ordered ' || d.due || ', taken from the shelf ' || d.taken AS detail
FROM differing d LEFT JOIN products p ON p.id = d.product_id
WHERE NOT EXISTS (
    SELECT FROM (SELECT sum(m.delta) OVER (ORDER BY m.id) AS units FROM stock_movements m WHERE m.product_id = d.product_id) AS shelf
    WHERE shelf.units >= $1)
ORDER BY d.order_id, d.product_id
