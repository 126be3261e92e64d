-- Searching products: docs/adr/0014-search-in-bounded-time.md.

-- The words of products that share a typo key. Sequential scans are off because the planner underestimates the cost of comparing
-- arrays: it read all words where the index finds a few dozen of them thirty times as fast.
CREATE OR REPLACE FUNCTION words_with_typo_keys(keys integer[]) RETURNS SETOF text
LANGUAGE sql STABLE PARALLEL SAFE SET enable_seqscan = off AS $$
    SELECT s.word FROM search_words s
    WHERE s.typo_keys && keys AND EXISTS (SELECT FROM product_words w WHERE w.word = s.word)
$$;

-- Whether a weight is that of two neighbours written as one: half the weight of their field (name 10, other names 8). A number
-- written together with its neighbour in a description (2) counts as a word by itself.
CREATE OR REPLACE FUNCTION is_weight_of_pair(weight smallint) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN weight IN (4, 5);

-- Keeps product_texts and the weights of search_words in step with product_words.
CREATE OR REPLACE FUNCTION gather_product_words() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO product_texts AS t (product_id, words)
    SELECT w.product_id, array_to_tsvector(array_agg(w.word)) FROM product_words w
    WHERE w.product_id IN (SELECT c.product_id FROM changed c) GROUP BY w.product_id
    ON CONFLICT (product_id) DO UPDATE SET words = excluded.words WHERE t.words <> excluded.words;
    IF TG_OP = 'DELETE' THEN
        DELETE FROM product_texts t WHERE t.product_id IN (SELECT c.product_id FROM changed c)
            AND NOT EXISTS (SELECT FROM product_words w WHERE w.product_id = t.product_id);
        RETURN NULL;
    END IF;
    -- Locks in the order of the words, so that two edits at once cannot deadlock.
    WITH raised AS (
        SELECT s.word, c.weight, c.alone FROM search_words s
        JOIN (SELECT word, max(weight) AS weight, NOT bool_and(is_weight_of_pair(weight)) AS alone FROM changed GROUP BY word) AS c
            ON c.word = s.word
        WHERE s.most_weight < c.weight OR c.alone AND NOT s.stands_alone ORDER BY s.word FOR UPDATE OF s
    )
    UPDATE search_words s SET most_weight = greatest(s.most_weight, raised.weight), stands_alone = s.stands_alone OR raised.alone
    FROM raised WHERE s.word = raised.word;
    RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER product_words_gather_new AFTER INSERT ON product_words REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION gather_product_words();
CREATE OR REPLACE TRIGGER product_words_gather_changed AFTER UPDATE ON product_words REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION gather_product_words();
CREATE OR REPLACE TRIGGER product_words_gather_gone AFTER DELETE ON product_words REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION gather_product_words();

-- The functions below find the first page of a search and the number of products that it finds. A query comes as ranges of
-- words (low, high): the word of the query that it is for, the worth of a match (quality), the weight up to which it counts, and
-- whether the range is of two neighbours of the query written as one. All plans are generic and read indexes: planning anew
-- costs more than most searches.

-- The known words that lie in the ranges.
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

-- The products that have a word for each of `typed` words of a query; NULL where none can have. In PL/pgSQL, which keeps its
-- plans for the whole connection; an SQL function is planned at each call, a tenth of the time of a search in a small shop.
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

-- How many products have one of these words, counted up to a limit.
CREATE OR REPLACE FUNCTION count_of_one_word(wanted wanted_words, low text, high text, upto bigint) RETURNS bigint
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
CREATE OR REPLACE FUNCTION count_of_words(query tsquery, upto bigint) RETURNS bigint
LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    RETURN (SELECT count(*) FROM (SELECT FROM product_texts t WHERE t.words @@ query LIMIT upto) AS counted);
END $$;

-- The best matches of a query of one word: of the words that may count most first, and of each as many as are shown.
CREATE OR REPLACE FUNCTION best_of_one_word(wanted wanted_words, page bigint) RETURNS TABLE (product_id uuid, score bigint)
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
CREATE OR REPLACE FUNCTION perfect_matches(wanted wanted_words, typed bigint, page bigint, steps bigint) RETURNS TABLE (product_ids uuid[], score bigint)
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
    WITH lists AS MATERIALIZED (
        SELECT DISTINCT l.word, x.weight FROM unnest(firsts.of_words, firsts.words, firsts.weights) AS l (of_word, word, weight)
        -- The first word of a name counts a little more for itself alone.
        CROSS JOIN LATERAL (SELECT l.weight UNION ALL SELECT 11 WHERE l.weight = 10) AS x (weight)
        WHERE l.of_word = rarest
    ), found AS MATERIALIZED (
        SELECT l.word, l.weight, d.product_id FROM lists l
        CROSS JOIN LATERAL (
            SELECT p.product_id FROM (
                SELECT w.product_id FROM product_words w WHERE w.word = l.word AND w.weight = l.weight
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
    ), reach AS MATERIALIZED (
        -- How far down the lists were walked that did not fill the page. To know it from the walk itself would cost every one of
        -- its steps; the index alone tells it.
        SELECT e.product_id FROM lists l
        CROSS JOIN LATERAL (
            SELECT w.product_id FROM product_words w WHERE w.word = l.word AND w.weight = l.weight
            ORDER BY w.product_id DESC OFFSET steps LIMIT 1
        ) AS e
        WHERE (SELECT count(*) FROM found f WHERE f.word = l.word AND f.weight = l.weight) < page
    )
    SELECT ARRAY(
        -- Below the reach of one list it may have more: what others have there is not next.
        SELECT DISTINCT f.product_id FROM found f
        WHERE NOT EXISTS (SELECT FROM reach r WHERE r.product_id > f.product_id)
        ORDER BY 1 DESC LIMIT page)
    INTO product_ids;
    RETURN NEXT;
END $$;

-- All products a query of several words finds, each with its score; of very many, those of one stretch of them.
CREATE OR REPLACE FUNCTION scores_of_words(wanted wanted_words, query tsquery, most bigint) RETURNS TABLE (product_id uuid, score bigint)
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
CREATE OR REPLACE FUNCTION count_matches(
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
