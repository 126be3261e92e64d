-- Searching costs what it shows, not what it finds: docs/adr/0014-search-in-bounded-time.md.

-- The order of the best matches, so that the first of them are read and no others.
DROP INDEX product_words_word_idx;
CREATE INDEX product_words_word_idx ON product_words (word, weight DESC, product_id DESC);
-- With the weight, so that how well a product matches is read from the index alone.
ALTER TABLE product_words DROP CONSTRAINT product_words_pkey,
    ADD CONSTRAINT product_words_pkey PRIMARY KEY (product_id, word) INCLUDE (weight);

-- All words of a product in one place: which products have several of them is answered by the index alone, which keeps a
-- few bytes for each word of each product. The words are the application's own; nothing of PostgreSQL's text search
-- configurations takes part.
CREATE TABLE product_texts (
    product_id uuid NOT NULL CONSTRAINT product_texts_pkey PRIMARY KEY
        CONSTRAINT product_texts_product_id_fkey REFERENCES products (id) ON DELETE CASCADE,
    words tsvector NOT NULL
);
-- No pending list: a search would have to read all of it.
CREATE INDEX product_texts_words_idx ON product_texts USING gin (words) WITH (fastupdate = off);

-- The most that a word ever counted, and whether it ever was a word by itself and not two neighbours written as one. Both
-- are raised with the words of products and never lowered: a search reads a little more than it needs, and misses nothing.
ALTER TABLE search_words
    ADD COLUMN most_weight smallint NOT NULL DEFAULT 0,
    ADD COLUMN stands_alone boolean NOT NULL DEFAULT false;

-- What neighbours written as one count: half of what their field counts (name 10, other names 8), 2 in descriptions. Words by
-- themselves never count that.
CREATE FUNCTION is_weight_of_pair(weight smallint) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN weight IN (2, 4, 5);

CREATE FUNCTION gather_product_words() RETURNS trigger
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
    -- In the order of the words, so that two edits at once never wait for each other in a ring.
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
CREATE TRIGGER product_words_gather_new AFTER INSERT ON product_words REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION gather_product_words();
CREATE TRIGGER product_words_gather_changed AFTER UPDATE ON product_words REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION gather_product_words();
CREATE TRIGGER product_words_gather_gone AFTER DELETE ON product_words REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION gather_product_words();

INSERT INTO product_texts (product_id, words)
SELECT product_id, array_to_tsvector(array_agg(word)) FROM product_words GROUP BY product_id;
UPDATE search_words s SET most_weight = m.weight, stands_alone = m.alone
FROM (SELECT word, max(weight) AS weight, NOT bool_and(is_weight_of_pair(weight)) AS alone FROM product_words GROUP BY word) AS m
WHERE m.word = s.word;
