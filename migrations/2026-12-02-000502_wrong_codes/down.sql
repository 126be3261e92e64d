ALTER TABLE second_factors DROP COLUMN wrong_codes;
