SELECT products.stock AS present, m.id, m.at, m.delta, m.reason, m.note, m.order_id, m.actor_email
FROM products LEFT JOIN LATERAL (
    SELECT * FROM stock_movements s WHERE s.product_id = products.id AND s.id < $2 ORDER BY s.id DESC LIMIT $3
) AS m ON true
WHERE lower(products.code COLLATE "C") = $1 ORDER BY m.id DESC
