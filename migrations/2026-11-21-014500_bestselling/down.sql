DROP INDEX product_sales_order_idx;
