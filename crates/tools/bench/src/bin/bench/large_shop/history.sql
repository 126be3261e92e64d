-- Three in five orders are paid by hand; one in ten of those that were cancelled waits for its refund.
WITH paid AS (
    SELECT id, total_cents, placed_at, status = 'cancelled' AS is_cancelled, status = 'cancelled' AND abs(hashtext(id)) % 10 > 0 AS is_refunded
    FROM orders WHERE abs(hashtext(id)) % 5 < 3 AND NOT EXISTS (SELECT FROM order_payments WHERE order_id = id)
), figures AS (
    INSERT INTO order_payments (order_id, charged_cents, returned_cents, credits_cents, refund_due_cents)
    SELECT id, total_cents, CASE WHEN is_refunded THEN total_cents ELSE 0 END, 0,
        CASE WHEN is_cancelled AND NOT is_refunded THEN total_cents ELSE 0 END
    FROM paid
), refund AS (
    INSERT INTO refunds (order_id, number, state, via, amount_cents, credit_cents, at)
    SELECT id, 1, 'settled', 'byHand', total_cents, 0, placed_at FROM paid WHERE is_refunded
)
INSERT INTO payment_ledger (order_id, number, kind, of_number, source, method, amount_cents, reference, at)
SELECT id, 1, 'charge', NULL::integer, 'hand', 'cod', total_cents, 'PAY-' || id, placed_at FROM paid
UNION ALL
SELECT id, 2, 'refund', 1, 'hand', 'cod', total_cents, NULL, placed_at FROM paid WHERE is_refunded;

-- 4 % of the products are sold out, 7 % are low.
WITH shelf AS (
    SELECT id, stock, CASE WHEN number % 25 = 0 THEN 0 WHEN number % 14 = 1 THEN 3 ELSE 20 + number % 300 END AS units
    FROM (SELECT id, stock, substr(code, 3)::integer AS number FROM products WHERE code LIKE 'P-%') AS product
), counted AS (
    UPDATE products SET stock = shelf.units FROM shelf WHERE products.id = shelf.id
)
INSERT INTO stock_movements (product_id, delta, reason, at) SELECT id, units - stock, 'adjustment', now() FROM shelf WHERE units <> stock;

-- One in ten customers repeats a review of the demo shop.
WITH said AS (SELECT rating, comment, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS many FROM reviews),
    customer AS (SELECT id, created_at, row_number() OVER (ORDER BY id) AS number FROM users WHERE email LIKE 'customer.%')
INSERT INTO reviews (id, user_id, rating, comment, created_at, updated_at)
SELECT gen_random_uuid(), customer.id, rating, comment, created_at + interval '30 days', created_at + interval '30 days'
FROM customer JOIN said ON number / 10 % many = place WHERE number % 10 = 0;
