-- A number written together with its neighbour in a description (2) counts more than that neighbour does by itself (1): such a
-- word says something of its own, and the first page of a search has to read it as all others do. Of names, the first of two
-- neighbours always counts more.
CREATE OR REPLACE FUNCTION is_weight_of_pair(weight smallint) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN weight IN (4, 5);

-- Nobody writes words by the former rule behind what is read here.
LOCK TABLE product_words IN SHARE ROW EXCLUSIVE MODE;
UPDATE search_words s SET stands_alone = true
FROM (SELECT DISTINCT word FROM product_words WHERE weight = 2) AS w WHERE w.word = s.word AND NOT s.stands_alone;
