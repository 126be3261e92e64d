-- What orders had been found by was cut off behind their number and not behind the space that follows it: who had ordered before
-- became somebody else with the next order.
LOCK TABLE orders IN SHARE ROW EXCLUSIVE MODE;
UPDATE orders SET search_text = ltrim(search_text, ' ') WHERE search_text LIKE ' %';
UPDATE order_contacts SET search_text = ltrim(search_text, ' ') WHERE search_text LIKE ' %';
