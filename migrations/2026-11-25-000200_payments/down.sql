DROP TABLE refunds, payment_ledger, order_payments;
