DROP INDEX recorded_payments_names_idx;
DROP INDEX payment_ledger_names_idx;
DROP INDEX payment_ledger_pieces_idx;
DROP FUNCTION name_pieces;
CREATE INDEX payment_ledger_numbers_idx ON payment_ledger USING gin (
    (regexp_split_to_array(reference, '[^0-9]+') || regexp_replace(reference, '[^0-9]', '', 'g'))
) WHERE kind = 'charge' AND source <> 'gateway';
