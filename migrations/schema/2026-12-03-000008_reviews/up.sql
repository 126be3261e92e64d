-- Reviews of the shop, one per user; the name and the address shown are the user's.

CREATE TABLE reviews (
    id uuid NOT NULL CONSTRAINT reviews_pkey PRIMARY KEY,
    user_id uuid NOT NULL
        CONSTRAINT reviews_user_id_fkey REFERENCES users (id) ON DELETE CASCADE
        CONSTRAINT reviews_user_id_key UNIQUE,
    rating smallint NOT NULL CONSTRAINT reviews_rating_check CHECK (rating BETWEEN 1 AND 5),
    comment text NOT NULL CONSTRAINT reviews_comment_check CHECK (char_length(comment) BETWEEN 1 AND 1000),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);

CREATE INDEX reviews_newest_idx ON reviews (created_at DESC, id DESC);
