DROP TABLE sales_days, product_sales, sales_spans, tallies, audit_log;
