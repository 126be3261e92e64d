DROP TRIGGER product_words_gather_gone ON product_words;
DROP TRIGGER product_words_gather_changed ON product_words;
DROP TRIGGER product_words_gather_new ON product_words;
DROP FUNCTION best_matches(integer[], text[], text[], integer[], integer[], integer[], bigint, bigint, bigint),
    count_matches(integer[], text[], text[], integer[], integer[], integer[], bigint, bigint),
    scores_of_words(wanted_words, tsquery, bigint),
    perfect_matches(wanted_words, bigint, bigint, bigint),
    best_of_one_word(wanted_words, bigint),
    count_of_words(tsquery, bigint),
    count_of_one_word(wanted_words, text, text, bigint),
    query_of_words(wanted_words, bigint),
    words_wanted(integer[], text[], text[], integer[], integer[], integer[]),
    gather_product_words(),
    is_weight_of_pair(smallint),
    words_with_typo_keys(integer[]);
