-- Finding the first page of a search and how many products it finds, in a time that hardly grows with the shop:
-- docs/adr/0014-search-in-bounded-time.md. What is searched for comes as ranges of words (low, high): for which word of the
-- query, what a match is worth (quality), up to which weight it counts, and whether the range is of two neighbours of the query
-- written as one. All plans are generic and read indexes: planning anew costs more than most searches.

-- The known words that lie in the ranges, each with the most that can come of it.
CREATE TYPE wanted_words AS (
    of_words integer[], words text[], qualities integer[], mosts integer[], bounds integer[],
    -- No range was cut off: past so many words a range is read as such.
    is_complete boolean
);

CREATE FUNCTION words_wanted(of_words integer[], lows text[], highs text[], qualities integer[], mosts integer[], pairs integer[])
RETURNS wanted_words
LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    wanted wanted_words;
BEGIN
    SELECT array_agg(l.of_word), array_agg(l.word), array_agg(l.quality), array_agg(l.most),
        array_agg(l.quality * least(l.weight, l.most)), count(*) < 1000
    INTO wanted
    FROM (
        SELECT r.of_word, s.word, r.quality, r.most, s.most_weight AS weight
        FROM unnest(of_words, lows, highs, qualities, mosts, pairs) AS r (of_word, low, high, quality, most, pair)
        -- Neighbours of a product written as one begin with the first of them, which is found as well and counts more; unless
        -- what is typed goes on behind it (`lipb`).
        CROSS JOIN LATERAL (
            SELECT r.pair = 0 AND EXISTS (
                SELECT FROM generate_series(1, char_length(rtrim(r.low, E'\x01')) - 1) AS beginning (length)
                JOIN search_words k ON k.word = left(r.low, beginning.length) AND k.most_weight > 0) AS goes_on
            OFFSET 0
        ) AS typed
        CROSS JOIN LATERAL (
            SELECT k.word, k.most_weight FROM search_words k
            WHERE k.word >= r.low AND k.word < r.high AND (k.stands_alone OR typed.goes_on) ORDER BY k.word LIMIT 1000
        ) AS s
        UNION ALL
        -- The kept beginnings are no words.
        SELECT r.of_word, r.low, r.quality, r.most, w.weight
        FROM unnest(of_words, lows, qualities, mosts) AS r (of_word, low, quality, most)
        CROSS JOIN LATERAL (SELECT k.weight FROM product_words k WHERE k.word = r.low ORDER BY k.weight DESC LIMIT 1) AS w
        WHERE r.low LIKE '% '
    ) AS l;
    RETURN wanted;
END $$;

-- The products that have a word for each of so many words of a query; NULL where none can have.
CREATE FUNCTION query_of_words(wanted wanted_words, typed bigint) RETURNS tsquery
LANGUAGE sql IMMUTABLE AS $$
    SELECT string_agg('(' || o.words || ')', '&')::tsquery FROM (
        SELECT string_agg(DISTINCT '''' || replace(replace(l.word, '\', '\\'), '''', '''''') || '''', '|') AS words
        FROM unnest(wanted.of_words, wanted.words) AS l (of_word, word) GROUP BY l.of_word
    ) AS o HAVING count(*) = typed
$$;

-- How many products have one of these words, counted up to a limit.
CREATE FUNCTION count_of_one_word(wanted wanted_words, low text, high text, upto bigint) RETURNS bigint
LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    list record;
    n bigint;
    -- How many lists have anything, and how much the last of them.
    filled integer := 0;
    counted bigint := 0;
BEGIN
    IF NOT wanted.is_complete THEN
        RETURN (SELECT count(*) FROM (
            SELECT DISTINCT c.product_id FROM (
                SELECT w.product_id FROM product_words w WHERE w.word >= low AND w.word < high ORDER BY w.word LIMIT 2 * upto
            ) AS c LIMIT upto) AS counted);
    END IF;
    IF cardinality(wanted.words) <= 16 THEN
        -- One that alone has so many spares all others.
        FOR list IN
            SELECT l.word, max(l.most) AS most FROM unnest(wanted.words, wanted.mosts) AS l (word, most) GROUP BY l.word
        LOOP
            n := (SELECT count(*) FROM (
                SELECT FROM product_words w WHERE w.word = list.word AND w.weight <= list.most LIMIT upto) AS postings);
            IF n >= upto THEN
                RETURN n;
            ELSIF n > 0 THEN
                filled := filled + 1;
                counted := n;
            END IF;
        END LOOP;
        IF filled <= 1 THEN
            RETURN counted;
        END IF;
    END IF;
    RETURN (SELECT count(*) FROM (
        SELECT DISTINCT w.product_id FROM unnest(wanted.words, wanted.mosts) AS l (word, most)
        CROSS JOIN LATERAL (SELECT k.product_id FROM product_words k WHERE k.word = l.word AND k.weight <= l.most LIMIT upto) AS w
        LIMIT upto) AS postings);
END $$;

-- How many products have all of several words, counted up to a limit.
CREATE FUNCTION count_of_words(query tsquery, upto bigint) RETURNS bigint
LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    RETURN (SELECT count(*) FROM (SELECT FROM product_texts t WHERE t.words @@ query LIMIT upto) AS counted);
END $$;

-- The best matches of a query of one word: of the words that may count most first, and of each as many as are shown.
CREATE FUNCTION best_of_one_word(wanted wanted_words, page bigint) RETURNS TABLE (product_id uuid, score bigint)
LANGUAGE plpgsql STABLE ROWS 25
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    lists record;
    ids uuid[] := '{}';
    scores bigint[] := '{}';
BEGIN
    FOR lists IN
        SELECT l.bound, array_agg(l.word) AS words, array_agg(l.quality) AS qualities, array_agg(l.most) AS mosts
        FROM unnest(wanted.words, wanted.qualities, wanted.mosts, wanted.bounds) AS l (word, quality, most, bound)
        GROUP BY l.bound ORDER BY l.bound DESC
    LOOP
        EXIT WHEN scores[page] > lists.bound;
        SELECT array_agg(m.product_id ORDER BY m.score DESC, m.product_id DESC), array_agg(m.score ORDER BY m.score DESC, m.product_id DESC)
        INTO ids, scores FROM (
            SELECT u.product_id, max(u.score) AS score FROM (
                SELECT * FROM unnest(ids, scores) AS known (product_id, score)
                UNION ALL
                SELECT hit.product_id, (hit.weight * l.quality)::bigint
                FROM unnest(lists.words, lists.qualities, lists.mosts) AS l (word, quality, most)
                CROSS JOIN LATERAL (
                    SELECT w.product_id, w.weight FROM product_words w WHERE w.word = l.word AND w.weight <= l.most
                    ORDER BY w.weight DESC, w.product_id DESC LIMIT page
                ) AS hit
            ) AS u GROUP BY u.product_id ORDER BY 2 DESC, 1 DESC LIMIT page
        ) AS m;
    END LOOP;
    RETURN QUERY SELECT * FROM unnest(ids, scores);
END $$;

-- The products that match every word of the query as well as any product can, newest ids first; fewer than a page where there
-- are not so many among the first of those that have the rarest of the words.
CREATE FUNCTION perfect_matches(wanted wanted_words, typed bigint, page bigint, steps bigint) RETURNS TABLE (product_ids uuid[], score bigint)
LANGUAGE plpgsql STABLE ROWS 1
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    firsts record;
    rarest integer;
BEGIN
    -- The words that count most for each word of the query.
    SELECT array_agg(t.of_word) AS of_words, array_agg(t.word) AS words, array_agg(t.bound / t.quality) AS weights
    INTO firsts FROM (
        SELECT w.*, rank() OVER (PARTITION BY w.of_word ORDER BY w.bound DESC) AS place FROM (
            SELECT l.of_word, l.word, l.quality, least(l.bound, 10 * l.quality) AS bound
            FROM unnest(wanted.of_words, wanted.words, wanted.qualities, wanted.bounds) AS l (of_word, word, quality, bound)
        ) AS w
    ) AS t WHERE t.place = 1;
    score := (SELECT sum(t.bound) FROM (
        SELECT max(least(l.bound, 10 * l.quality)) AS bound
        FROM unnest(wanted.of_words, wanted.qualities, wanted.bounds) AS l (of_word, quality, bound) GROUP BY l.of_word) AS t);
    rarest := (SELECT c.of_word FROM (
        SELECT l.of_word, (SELECT count(*) FROM (
            SELECT FROM product_words w WHERE w.word = l.word AND w.weight >= l.weight LIMIT 600) AS counted) AS n
        FROM unnest(firsts.of_words, firsts.words, firsts.weights) AS l (of_word, word, weight)
    ) AS c GROUP BY c.of_word ORDER BY sum(c.n), c.of_word LIMIT 1);
    product_ids := ARRAY(
        SELECT DISTINCT d.product_id FROM unnest(firsts.of_words, firsts.words, firsts.weights) AS l (of_word, word, weight)
        -- The first word of a name counts a little more for itself alone.
        CROSS JOIN LATERAL (SELECT l.weight UNION ALL SELECT 11 WHERE l.weight = 10) AS x (weight)
        CROSS JOIN LATERAL (
            SELECT p.product_id FROM (
                SELECT w.product_id FROM product_words w WHERE w.word = l.word AND w.weight = x.weight
                ORDER BY w.product_id DESC LIMIT steps
            ) AS p
            WHERE NOT EXISTS (
                SELECT FROM generate_series(0, typed - 1) AS other (of_word)
                WHERE other.of_word <> rarest AND NOT EXISTS (
                    SELECT FROM unnest(firsts.of_words, firsts.words, firsts.weights) AS o (of_word, word, weight)
                    WHERE o.of_word = other.of_word
                        AND (SELECT w.weight >= o.weight FROM product_words w WHERE w.product_id = p.product_id AND w.word = o.word)
                )
            )
            LIMIT page
        ) AS d
        WHERE l.of_word = rarest
        ORDER BY 1 DESC LIMIT page);
    RETURN NEXT;
END $$;

-- All products a query of several words finds, each with its score; of very many, those of one stretch of them.
CREATE FUNCTION scores_of_words(wanted wanted_words, query tsquery, most bigint) RETURNS TABLE (product_id uuid, score bigint)
LANGUAGE plpgsql STABLE ROWS 100
SET enable_seqscan = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    IF cardinality(wanted.words) <= 50 THEN
        RETURN QUERY
        SELECT b.product_id, sum(b.score)::bigint FROM (
            SELECT t.product_id, l.of_word, max(least(w.weight, l.most, 10) * l.quality) AS score
            FROM (SELECT f.product_id FROM product_texts f WHERE f.words @@ query LIMIT most) AS t
            CROSS JOIN unnest(wanted.of_words, wanted.words, wanted.qualities, wanted.mosts) AS l (of_word, word, quality, most)
            CROSS JOIN LATERAL (
                SELECT k.weight FROM product_words k WHERE k.product_id = t.product_id AND k.word = l.word OFFSET 0) AS w
            GROUP BY t.product_id, l.of_word
        ) AS b GROUP BY b.product_id;
        RETURN;
    END IF;
    -- For so many words every word of a product is read at once.
    RETURN QUERY
    SELECT b.product_id, sum(b.score)::bigint FROM (
        SELECT t.product_id, l.of_word, max(least(w.weight, l.most, 10) * l.quality) AS score
        FROM (SELECT f.product_id FROM product_texts f WHERE f.words @@ query LIMIT most) AS t
        CROSS JOIN LATERAL (SELECT k.word, k.weight FROM product_words k WHERE k.product_id = t.product_id OFFSET 0) AS w
        JOIN unnest(wanted.of_words, wanted.words, wanted.qualities, wanted.mosts) AS l (of_word, word, quality, most) ON l.word = w.word
        GROUP BY t.product_id, l.of_word
    ) AS b GROUP BY b.product_id;
END $$;

-- How many products a search finds, counted up to a limit.
CREATE FUNCTION count_matches(
    of_words integer[], lows text[], highs text[], qualities integer[], mosts integer[], pairs integer[], typed bigint, upto bigint
) RETURNS bigint
LANGUAGE plpgsql STABLE AS $$
DECLARE
    wanted wanted_words := words_wanted(of_words, lows, highs, qualities, mosts, pairs);
    query tsquery;
BEGIN
    IF wanted.words IS NULL THEN
        RETURN 0;
    ELSIF typed = 1 THEN
        RETURN count_of_one_word(wanted, lows[cardinality(lows)], highs[cardinality(lows)], upto);
    END IF;
    query := query_of_words(wanted, typed);
    RETURN CASE WHEN query IS NULL THEN 0 ELSE count_of_words(query, upto) END;
END $$;

-- The best matches of a search, unsorted, and how many products it finds in all, counted up to a limit.
CREATE FUNCTION best_matches(
    of_words integer[], lows text[], highs text[], qualities integer[], mosts integer[], pairs integer[], typed bigint, upto bigint,
    page bigint
)
RETURNS TABLE (product_id uuid, score bigint, total bigint)
LANGUAGE plpgsql STABLE ROWS 25 AS $$
DECLARE
    -- So many are compared one by one at once; of more, a page of perfect matches is looked for before.
    few CONSTANT bigint := 100;
    most CONSTANT bigint := 3000;
    wanted wanted_words := words_wanted(of_words, lows, highs, qualities, mosts, pairs);
    query tsquery;
    perfect record;
BEGIN
    IF wanted.words IS NULL THEN
        RETURN;
    ELSIF typed = 1 THEN
        total := count_of_one_word(wanted, lows[cardinality(lows)], highs[cardinality(lows)], upto);
        RETURN QUERY SELECT b.product_id, b.score, total FROM best_of_one_word(wanted, page) b;
        RETURN;
    END IF;
    query := query_of_words(wanted, typed);
    total := CASE WHEN query IS NULL THEN 0 ELSE count_of_words(query, upto) END;
    IF total = 0 THEN
        RETURN;
    ELSIF total > few THEN
        SELECT * INTO perfect FROM perfect_matches(wanted, typed, page, CASE WHEN total < 1000 THEN 500 ELSE 2000 END);
        IF cardinality(perfect.product_ids) >= page THEN
            RETURN QUERY SELECT u.id, perfect.score, total FROM unnest(perfect.product_ids) AS u (id);
            RETURN;
        END IF;
    END IF;
    RETURN QUERY SELECT s.product_id, s.score, total FROM scores_of_words(wanted, query, most) s ORDER BY s.score DESC, s.product_id DESC LIMIT page;
END $$;
