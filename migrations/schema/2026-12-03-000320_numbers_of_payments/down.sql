DROP INDEX payment_ledger_number_idx;
