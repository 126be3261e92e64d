-- Functions that indexes of several tables are built on. They must exist before those tables.
--
-- A folder whose name ends in `_functions` holds functions and triggers only.

-- The file name in an address, without folders, query and fragment.
CREATE OR REPLACE FUNCTION picture_name(address text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN substring(address from '([^/?#]*)(?:[?#].*)?$');

-- All runs of one to three characters of a text. A text that contains another contains all runs of the other.
CREATE OR REPLACE FUNCTION runs_of(whole text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(
    SELECT DISTINCT substr(whole, at, length)
    FROM generate_series(1, 3) length, generate_series(1, char_length(whole) - length + 1) at
);

-- The runs of an order number, as one expression: each new order is indexed by them while its customer waits, and the query of
-- `runs_of` took longer than the rest of the index. The prefix that all numbers share is left out, because it selects nothing.
CREATE OR REPLACE FUNCTION runs_of_number(number text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY[
    substr(number, 5, 1), substr(number, 6, 1), substr(number, 7, 1), substr(number, 8, 1), substr(number, 9, 1),
    substr(number, 10, 1), substr(number, 11, 1), substr(number, 12, 1), substr(number, 13, 1),
    substr(number, 4, 2), substr(number, 5, 2), substr(number, 6, 2), substr(number, 7, 2), substr(number, 8, 2),
    substr(number, 9, 2), substr(number, 10, 2), substr(number, 11, 2), substr(number, 12, 2),
    substr(number, 3, 3), substr(number, 4, 3), substr(number, 5, 3), substr(number, 6, 3), substr(number, 7, 3),
    substr(number, 8, 3), substr(number, 9, 3), substr(number, 10, 3), substr(number, 11, 3)
];
