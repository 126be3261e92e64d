-- Products by what they sold, as the catalogue lists them: a page is a stretch of this index wherever it is.
CREATE INDEX product_sales_order_idx ON product_sales (days, units DESC, product_id DESC);
