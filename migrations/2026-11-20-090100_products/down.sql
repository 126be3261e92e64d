DROP TABLE stock_movements;
DROP TABLE products;
