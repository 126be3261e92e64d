DROP TYPE wanted_words;
DROP TABLE product_texts, search_words, product_words;
