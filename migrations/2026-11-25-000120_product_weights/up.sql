-- The weight of products that have one of their own; all others weigh what the application takes as the default.

SELECT pg_temp.lock_tables('products IN SHARE ROW EXCLUSIVE MODE');

CREATE TABLE product_weights (
    product_id uuid NOT NULL
        CONSTRAINT product_weights_pkey PRIMARY KEY
        CONSTRAINT product_weights_product_id_fkey REFERENCES products (id) ON DELETE CASCADE,
    grams integer NOT NULL CONSTRAINT product_weights_grams_check CHECK (grams BETWEEN 1 AND 100000)
);
