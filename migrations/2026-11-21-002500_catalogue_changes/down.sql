DROP TRIGGER users_note_content ON users;
DROP TRIGGER reviews_note_content ON reviews;
DROP TRIGGER products_note_content ON products;
DROP TRIGGER order_items_note_sales ON order_items;
DROP TRIGGER products_note_stock ON products;
DROP FUNCTION note_content_change();
DROP FUNCTION note_stock_change();
DROP TABLE catalogue_changes;
