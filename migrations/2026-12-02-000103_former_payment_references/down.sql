UPDATE payment_ledger SET reference_key = NULL WHERE reference_key IS NOT NULL;
