-- Drops the tables, the type and the functions by which instances of the release before search, and the functions that only they call.
-- The index of products and statements of the application replaced them. A database of the present migrations never had them.

-- To drop the foreign keys locks the table of products too.
SELECT pg_temp.lock_tables('product_words, product_texts, search_words, products IN ACCESS EXCLUSIVE MODE')
WHERE to_regclass('product_words') IS NOT NULL;

-- With the triggers on product_words.
DROP TABLE IF EXISTS product_texts, product_words, search_words;

DROP FUNCTION IF EXISTS best_matches(integer[], text[], text[], integer[], integer[], integer[], bigint, bigint, bigint),
    count_matches(integer[], text[], text[], integer[], integer[], integer[], bigint, bigint), words_with_typo_keys(integer[]),
    words_wanted(integer[], text[], text[], integer[], integer[], integer[]), count_of_words(tsquery, bigint),
    gather_product_words(), is_weight_of_pair(smallint);

-- With the functions that take one: scores_of_words, perfect_matches, best_of_one_word, count_of_one_word and query_of_words.
DROP TYPE IF EXISTS wanted_words CASCADE;

-- What `reports/sales_summary.rs` does, and what the release before the baseline asks for a key.
DROP FUNCTION IF EXISTS sum_up_sales(timestamptz), fold_order_contacts(), order_placed_with(uuid, text);
