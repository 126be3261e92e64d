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
-- `runs_of` took longer than the rest of the index. Of the prefix only the last letter counts, together with the hyphen behind it: all
-- orders of a shop have the others.
CREATE OR REPLACE FUNCTION runs_of_number(number text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY[
    substr(right(number, 11), 3, 1), substr(right(number, 11), 4, 1), substr(right(number, 11), 5, 1),
    substr(right(number, 11), 6, 1), substr(right(number, 11), 7, 1), substr(right(number, 11), 8, 1),
    substr(right(number, 11), 9, 1), substr(right(number, 11), 10, 1), substr(right(number, 11), 11, 1),
    substr(right(number, 11), 2, 2), substr(right(number, 11), 3, 2), substr(right(number, 11), 4, 2),
    substr(right(number, 11), 5, 2), substr(right(number, 11), 6, 2), substr(right(number, 11), 7, 2),
    substr(right(number, 11), 8, 2), substr(right(number, 11), 9, 2), substr(right(number, 11), 10, 2),
    substr(right(number, 11), 1, 3), substr(right(number, 11), 2, 3), substr(right(number, 11), 3, 3),
    substr(right(number, 11), 4, 3), substr(right(number, 11), 5, 3), substr(right(number, 11), 6, 3),
    substr(right(number, 11), 7, 3), substr(right(number, 11), 8, 3), substr(right(number, 11), 9, 3)
];
