-- Names and other texts of one line hold no control characters and no line breaks (`domain::text`). Those from before that rule
-- get a space in place of each line break and lose the other control characters: as texts are folded for searching, so that the
-- columns for that stay right.

CREATE FUNCTION on_one_line(words text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN coalesce(nullif(btrim(regexp_replace(regexp_replace(
    words, '[\u0001-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F]', '', 'g'), '[\u0009-\u000D\u0085\u2028\u2029]+', ' ', 'g')), ''), '?');

UPDATE users SET first_name = on_one_line(first_name), last_name = on_one_line(last_name)
WHERE first_name || last_name ~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029]';
UPDATE products SET name = on_one_line(name), brand = on_one_line(brand), category = on_one_line(category), family = on_one_line(family),
    shade_name = on_one_line(shade_name), alt_names = ARRAY(SELECT on_one_line(other) FROM unnest(alt_names) WITH ORDINALITY AS n (other, i) ORDER BY i)
WHERE concat(name, brand, category, family, shade_name, array_to_string(alt_names, '')) ~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029]';
UPDATE orders SET shipping_name = on_one_line(shipping_name), payment_id = on_one_line(payment_id)
WHERE concat(shipping_name, payment_id) ~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029]';
UPDATE order_items SET name = on_one_line(name) WHERE name ~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029]';
UPDATE contact_messages SET name = on_one_line(name) WHERE name ~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029]';

DROP FUNCTION on_one_line(text);
