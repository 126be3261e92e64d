CREATE OR REPLACE FUNCTION is_weight_of_pair(weight smallint) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN weight IN (2, 4, 5);
