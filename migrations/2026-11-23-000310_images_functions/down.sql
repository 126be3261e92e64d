DROP TRIGGER products_change_pictures ON products;
DROP TRIGGER products_take_pictures ON products;
DROP TRIGGER users_leave_picture ON users;
DROP TRIGGER users_change_picture ON users;
DROP TRIGGER users_take_picture ON users;
DROP FUNCTION products_change_pictures(), users_change_pictures(), change_pictures(text[], boolean, text);
