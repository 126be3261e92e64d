-- The references of charges by hand and by bank slips of former releases, as they are compared. Other characters than ASCII are compared
-- by another rule than this one; such references stay without a key, and are compared as they are written. Orders may have the same
-- reference already. Charges of the gateway are found by their own index. Rows of charges are written again without a lock of the table.
UPDATE payment_ledger
SET reference_key = nullif(lower(regexp_replace(reference COLLATE "C", '[^A-Za-z0-9]+', '', 'g')), '')
WHERE kind = 'charge' AND source <> 'gateway' AND reference <> 'Cash on delivery' AND reference COLLATE "C" ~ '^[ -~]+$';
