DROP TABLE catalogue_changes, scarce_products, stock_movements, products;
