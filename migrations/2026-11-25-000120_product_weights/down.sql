DROP TABLE product_weights;
