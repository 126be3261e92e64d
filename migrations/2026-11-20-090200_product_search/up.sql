-- What products are found by. The application cuts names, codes, brands and descriptions into folded words (case and
-- accents away, Sinhala and Tamil marks kept); the database only finds them again, by prefix through a plain B-tree in
-- byte order and, mistyped, through hashes of what a word is with letters left out. Neither depends on the database's locale or on an extension.

CREATE TABLE product_words (
    product_id uuid NOT NULL CONSTRAINT product_words_product_id_fkey REFERENCES products (id) ON DELETE CASCADE,
    -- A word, or the one to three letters words of a name begin with, followed by a space.
    word text COLLATE "C" NOT NULL CONSTRAINT product_words_word_check CHECK (char_length(word) BETWEEN 1 AND 64),
    -- How much a match counts: a word of the name more than one of the description.
    weight smallint NOT NULL CONSTRAINT product_words_weight_check CHECK (weight > 0),
    CONSTRAINT product_words_pkey PRIMARY KEY (product_id, word)
);

-- The weightiest first: a search reads no more of a word than a limit.
CREATE INDEX product_words_word_idx ON product_words (word, weight DESC, product_id);

-- Every word once, for finding the one that somebody meant to type.
CREATE TABLE search_words (
    word text COLLATE "C" NOT NULL CONSTRAINT search_words_pkey PRIMARY KEY,
    typo_keys integer[] NOT NULL,
    CONSTRAINT search_words_word_check CHECK (char_length(word) BETWEEN 1 AND 64)
);

CREATE INDEX search_words_typo_keys_idx ON search_words USING gin (typo_keys);
