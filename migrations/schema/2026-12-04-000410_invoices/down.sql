ALTER TABLE order_pricing DROP COLUMN vat_percent;
DROP TABLE invoices;
DROP TABLE invoice_series;
