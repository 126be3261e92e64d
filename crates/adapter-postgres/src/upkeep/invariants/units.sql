-- The movements of a deleted product are deleted with it. Units that came back when the stock was the greatest possible may be
-- lost: that is no finding.
WITH line AS (
    SELECT order_id, product_id, sum(quantity) AS units FROM order_items WHERE product_id IS NOT NULL GROUP BY 1, 2
), movement AS (
    SELECT order_id, product_id, -sum(delta) AS units FROM stock_movements WHERE order_id IS NOT NULL GROUP BY 1, 2
)
SELECT order_id || ' (' || coalesce(o.status, 'gone') || '): '
       || coalesce(p.code, product_id::text) || ' ordered ' || coalesce(line.units, 0)
       || ', taken from the shelf ' || coalesce(movement.units, 0) AS detail
FROM line FULL JOIN movement USING (order_id, product_id)
LEFT JOIN orders o ON o.id = order_id
LEFT JOIN products p ON p.id = product_id
WHERE coalesce(movement.units, 0) <> CASE WHEN o.status <> 'cancelled' THEN coalesce(line.units, 0) ELSE 0 END
  AND NOT EXISTS (
      SELECT FROM (SELECT sum(m.delta) OVER (ORDER BY m.id) AS units FROM stock_movements m
                   WHERE m.product_id = coalesce(line.product_id, movement.product_id)) AS shelf
      WHERE shelf.units >= $2)
ORDER BY order_id, product_id
