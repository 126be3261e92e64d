DELETE FROM product_sales s USING sales_spans span WHERE s.days = span.days AND s.units = 0 AND s.revenue_cents = 0
