-- In PL/pgSQL, whose plans are kept for as long as the connection: a function in SQL is parsed and planned anew by every search,
-- which took a tenth of its time in a small shop.
CREATE OR REPLACE FUNCTION query_of_words(wanted wanted_words, typed bigint) RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN (
        SELECT string_agg('(' || o.words || ')', '&')::tsquery FROM (
            SELECT string_agg(DISTINCT '''' || replace(replace(l.word, '\', '\\'), '''', '''''') || '''', '|') AS words
            FROM unnest(wanted.of_words, wanted.words) AS l (of_word, word) GROUP BY l.of_word
        ) AS o HAVING count(*) = typed
    );
END $$;
