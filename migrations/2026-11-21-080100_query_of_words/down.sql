CREATE OR REPLACE FUNCTION query_of_words(wanted wanted_words, typed bigint) RETURNS tsquery
LANGUAGE sql IMMUTABLE AS $$
    SELECT string_agg('(' || o.words || ')', '&')::tsquery FROM (
        SELECT string_agg(DISTINCT '''' || replace(replace(l.word, '\', '\\'), '''', '''''') || '''', '|') AS words
        FROM unnest(wanted.of_words, wanted.words) AS l (of_word, word) GROUP BY l.of_word
    ) AS o HAVING count(*) = typed
$$;
