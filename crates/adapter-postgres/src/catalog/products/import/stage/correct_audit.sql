UPDATE audit_log a
SET before = jsonb_set(a.before, '{stock}', to_jsonb(new.seen)), after = jsonb_set(a.after, '{stock}', to_jsonb(new.stock))
FROM unnest($1, $2, $3) AS new (id, seen, stock)
WHERE a.entity = 'product' AND a.entity_id = new.id AND a.at = $4 AND a.request_id = $5
