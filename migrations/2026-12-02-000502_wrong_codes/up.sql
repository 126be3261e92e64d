-- The wrong codes of a second factor after the right password, since the last right one. The column is added without reading the rows.

SELECT pg_temp.lock_tables('second_factors IN ACCESS EXCLUSIVE MODE');

ALTER TABLE second_factors ADD COLUMN wrong_codes integer NOT NULL DEFAULT 0
    CONSTRAINT second_factors_wrong_codes_check CHECK (wrong_codes >= 0);
