DROP TABLE recorded_payments;
DROP INDEX payment_ledger_numbers_idx;
