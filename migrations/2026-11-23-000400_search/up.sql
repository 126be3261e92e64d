-- The words by which products are found (docs/adr/0014-search-in-bounded-time.md). The application cuts names, codes, brands and
-- descriptions into folded words (lower case, no accents, Sinhala and Tamil marks kept). The database finds them by prefix through
-- a B-tree in byte order, and mistyped ones through hashes of the word with letters left out. Neither depends on the
-- database's locale or on an extension.

CREATE TABLE product_words (
    product_id uuid NOT NULL CONSTRAINT product_words_product_id_fkey REFERENCES products (id) ON DELETE CASCADE,
    -- A word, or the first one to three letters of words of a name, followed by a space.
    word text COLLATE "C" NOT NULL CONSTRAINT product_words_word_check CHECK (char_length(word) BETWEEN 1 AND 64),
    -- The worth of a match: a word of the name counts more than one of the description.
    weight smallint NOT NULL CONSTRAINT product_words_weight_check CHECK (weight > 0),
    -- With the weight, so that the score of a product is read from the index alone.
    CONSTRAINT product_words_pkey PRIMARY KEY (product_id, word) INCLUDE (weight)
);

-- In the order of the best matches, so that a search reads the first of them only.
CREATE INDEX product_words_word_idx ON product_words (word, weight DESC, product_id DESC);

-- Every word once, to find the word that was meant by a mistyped one.
CREATE TABLE search_words (
    word text COLLATE "C" NOT NULL CONSTRAINT search_words_pkey PRIMARY KEY,
    typo_keys integer[] NOT NULL,
    -- The highest weight that the word ever had, and whether it ever was a word by itself and not two neighbours written as one.
    -- Both are raised with the words of products and never lowered: a search reads a little more than it needs, and misses nothing.
    most_weight smallint NOT NULL DEFAULT 0,
    stands_alone boolean NOT NULL DEFAULT false,
    CONSTRAINT search_words_word_check CHECK (char_length(word) BETWEEN 1 AND 64)
);

CREATE INDEX search_words_typo_keys_idx ON search_words USING gin (typo_keys);

-- All words of a product in one value: the index alone answers which products have several given words. The words are the
-- application's own; PostgreSQL's text search configurations take no part.
CREATE TABLE product_texts (
    product_id uuid NOT NULL CONSTRAINT product_texts_pkey PRIMARY KEY
        CONSTRAINT product_texts_product_id_fkey REFERENCES products (id) ON DELETE CASCADE,
    words tsvector NOT NULL
);

-- Without a pending list, because a search would have to read all of it.
CREATE INDEX product_texts_words_idx ON product_texts USING gin (words) WITH (fastupdate = off);

-- The known words that lie in the ranges of a query, each with the highest score that it can give.
CREATE TYPE wanted_words AS (
    of_words integer[], words text[], qualities integer[], mosts integer[], bounds integer[],
    -- No range was cut off after 1,000 words.
    is_complete boolean,
    -- The highest weight that counts in a range that was cut off; 0 where none was.
    cut_weight integer
);
