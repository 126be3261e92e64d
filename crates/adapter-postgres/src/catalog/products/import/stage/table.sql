SET LOCAL client_min_messages = warning;
CREATE TEMPORARY TABLE IF NOT EXISTS import_rows (
    LIKE products INCLUDING DEFAULTS,
    -- The stock that the decision was made on.
    seen integer NOT NULL,
    grams integer
) ON COMMIT DELETE ROWS
