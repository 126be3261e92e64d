INSERT INTO orders (id, user_id, email, status, placed_at, shipping_name, shipping_address, shipping_phone, payment_id, refunded,
    notes, total_cents, search_text)
SELECT id, nullif(user_id, '')::uuid, email, status, placed_at, name, address, phone, nullif(payment_id, ''), refunded::boolean, notes,
    total::bigint, search_text
FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
    AS o (id, user_id, email, status, placed_at, name, address, phone, payment_id, refunded, notes, total, search_text)
