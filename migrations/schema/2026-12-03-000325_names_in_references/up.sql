-- Finds names of the gateway within references of staff, wherever they stand; see domain::payments::reference_numbers.

SELECT pg_temp.lock_tables('payment_ledger IN SHARE MODE', 'recorded_payments IN SHARE MODE');

DROP INDEX payment_ledger_numbers_idx;

-- The pieces of 12 letters and digits of a reference, as it is compared, with which a name in it may end.
CREATE FUNCTION name_pieces(key text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
    SELECT coalesce(array_agg(DISTINCT p.piece), '{}')
    FROM (SELECT substr(key, at, 12) AS piece FROM generate_series(1, length(key) - 11) AS at) p
    WHERE p.piece ~ '[0-9].*[0-9].*[0-9]'
$$;
CREATE INDEX payment_ledger_pieces_idx ON payment_ledger USING gin (name_pieces(reference_key))
    WHERE kind = 'charge' AND source <> 'gateway';

CREATE INDEX payment_ledger_names_idx ON payment_ledger (right(replace(lower(reference COLLATE "C"), '-', ''), 12))
    WHERE kind = 'charge' AND source = 'gateway';
CREATE INDEX recorded_payments_names_idx ON recorded_payments (right(replace(lower(payment COLLATE "C"), '-', ''), 12));
