ALTER TABLE payment_ledger DROP COLUMN reference_key, DROP COLUMN request_key;
