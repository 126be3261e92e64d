DROP FUNCTION orders_of_customer(uuid, text, text);
ALTER TABLE order_pricing DROP COLUMN promotions;
ALTER TABLE order_items DROP COLUMN discount_cents;
DROP TABLE promotion_uses;
DROP TABLE promotions;
