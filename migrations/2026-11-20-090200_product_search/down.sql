DROP TABLE search_words;
DROP TABLE product_words;
