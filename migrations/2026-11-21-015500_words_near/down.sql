DROP FUNCTION words_with_typo_keys(integer[]);
