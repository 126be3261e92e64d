-- Where more words begin alike than a search looks up (the codes of a shop: `SKU-00001`), the first page left the others out, and
-- later pages did not.

-- The most that counts in a range that was cut off; 0 where none was.
ALTER TYPE wanted_words ADD ATTRIBUTE cut_weight integer;

CREATE OR REPLACE FUNCTION words_wanted(of_words integer[], lows text[], highs text[], qualities integer[], mosts integer[], pairs integer[])
RETURNS wanted_words
LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    wanted wanted_words;
BEGIN
    SELECT array_agg(l.of_word), array_agg(l.word), array_agg(l.quality), array_agg(l.most),
        array_agg(l.quality * least(l.weight, l.most)),
        coalesce(max(l.place) <= 1000, true), coalesce(max(l.most) FILTER (WHERE l.place > 1000), 0)
    INTO wanted
    FROM (
        SELECT r.of_word, s.word, r.quality, r.most, s.most_weight AS weight, s.place
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
            SELECT f.word, f.most_weight, row_number() OVER () AS place FROM (
                SELECT k.word, k.most_weight FROM search_words k
                WHERE k.word >= r.low AND k.word < r.high AND (k.stands_alone OR typed.goes_on) ORDER BY k.word LIMIT 1001
            ) AS f
        ) AS s
        UNION ALL
        -- The kept beginnings are no words.
        SELECT r.of_word, r.low, r.quality, r.most, w.weight, 0
        FROM unnest(of_words, lows, qualities, mosts) AS r (of_word, low, quality, most)
        CROSS JOIN LATERAL (SELECT k.weight FROM product_words k WHERE k.word = r.low ORDER BY k.weight DESC LIMIT 1) AS w
        WHERE r.low LIKE '% '
    ) AS l;
    RETURN wanted;
END $$;

-- The best matches of a search, unsorted, and how many products it finds in all, counted up to a limit. A single row with a total
-- of -1, where anything may match at all: more words begin so than are looked up, and all pages have to be read in the other way.
CREATE OR REPLACE FUNCTION best_matches(
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
    ids uuid[];
    scores bigint[];
    -- What a word that was cut off can come to.
    cut bigint;
    -- Nothing in a range that was cut off can be better than what is found.
    is_sure boolean := wanted.is_complete;
BEGIN
    IF wanted.words IS NULL THEN
        RETURN;
    ELSIF typed = 1 THEN
        cut := wanted.cut_weight * (SELECT max(q) FROM unnest(qualities) q);
        IF is_sure OR (SELECT max(b) FROM unnest(wanted.bounds) b) > cut THEN
            SELECT array_agg(b.product_id), array_agg(b.score) INTO ids, scores FROM best_of_one_word(wanted, page) b;
            is_sure := is_sure OR coalesce(cardinality(ids), 0) >= page AND (SELECT min(s) FROM unnest(scores) s) > cut;
        END IF;
    ELSE
        -- Where a range is for descriptions alone, names have their kept beginning: few would be missed, and reading all ranges
        -- to their ends would miss more.
        is_sure := is_sure OR wanted.cut_weight < (SELECT max(m) FROM unnest(mosts) m);
    END IF;
    IF NOT is_sure THEN
        RETURN QUERY SELECT hit.product_id, 0::bigint, -1::bigint FROM unnest(lows, highs) AS r (low, high)
        CROSS JOIN LATERAL (
            SELECT w.product_id FROM product_words w WHERE w.word >= r.low AND w.word < r.high ORDER BY w.word LIMIT 1
        ) AS hit LIMIT 1;
        RETURN;
    ELSIF typed = 1 THEN
        total := count_of_one_word(wanted, lows[cardinality(lows)], highs[cardinality(lows)], upto);
        RETURN QUERY SELECT u.id, u.score, total FROM unnest(ids, scores) AS u (id, score);
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
