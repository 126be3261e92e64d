-- The words of products that share a typo key. The planner takes comparing arrays for as cheap as comparing numbers, and
-- reads all words where the index would have found a few dozen of them thirty times as fast.
CREATE FUNCTION words_with_typo_keys(keys integer[]) RETURNS SETOF text
LANGUAGE sql STABLE PARALLEL SAFE SET enable_seqscan = off AS $$
    SELECT s.word FROM search_words s
    WHERE s.typo_keys && keys AND EXISTS (SELECT FROM product_words w WHERE w.word = s.word)
$$;
