DROP TABLE scarce_products, stock_movements, products;
