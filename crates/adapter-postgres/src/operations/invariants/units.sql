-- The movements of a deleted product are deleted with it. Units that came back when the stock was the greatest possible may be
-- lost: that is no finding. The shelf is summed for the lines that differ alone: for every line of a large shop it takes minutes.
WITH line AS (
    SELECT order_id, product_id, sum(quantity) AS units FROM order_items WHERE product_id IS NOT NULL GROUP BY 1, 2
), movement AS (
    SELECT order_id, product_id, -sum(delta) AS units FROM stock_movements WHERE order_id IS NOT NULL GROUP BY 1, 2
), differing AS MATERIALIZED (
    SELECT order_id, product_id, o.status, coalesce(line.units, 0) AS ordered, coalesce(movement.units, 0) AS taken
    FROM line FULL JOIN movement USING (order_id, product_id) LEFT JOIN orders o ON o.id = order_id
    WHERE coalesce(movement.units, 0) <> CASE WHEN o.status <> 'cancelled' THEN coalesce(line.units, 0) ELSE 0 END
)
SELECT d.order_id || ' (' || coalesce(d.status, 'gone') || '): '
       || coalesce(p.code, d.product_id::text) || ' ordered ' || d.ordered || ', taken from the shelf ' || d.taken AS detail
FROM differing d LEFT JOIN products p ON p.id = d.product_id
WHERE NOT EXISTS (
    SELECT FROM (SELECT sum(m.delta) OVER (ORDER BY m.id) AS units FROM stock_movements m WHERE m.product_id = d.product_id) AS shelf
    WHERE shelf.units >= $1)
ORDER BY d.order_id, d.product_id
