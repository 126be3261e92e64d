SELECT p.code || ': ' || p.stock || ' on the shelf, ' || coalesce(sum(m.delta), 0) || ' by its movements' AS detail
FROM products p LEFT JOIN stock_movements m ON m.product_id = p.id
GROUP BY p.id HAVING p.stock <> coalesce(sum(m.delta), 0) ORDER BY p.code
