-- The lists of the rarest word are walked by steps, and one may come to the end of its steps sooner than the others: then the
-- products it has further down were passed over for older ones of the others, and came on no page.

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
