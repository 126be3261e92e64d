UPDATE import_rows s SET seen = new.seen, stock = new.stock
FROM unnest($1, $2, $3) AS new (id, seen, stock) WHERE s.id = new.id
