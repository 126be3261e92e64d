INSERT INTO stock_movements (product_id, delta, reason, actor_email, at)
SELECT s.id, s.stock - s.seen, $1, nullif($2, ''), $3 FROM import_rows s WHERE s.stock <> s.seen
