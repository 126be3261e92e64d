-- `suggestions` too is an address of its own. `domain::product_code::RESERVED` names them all; a test compares.
ALTER TABLE products DROP CONSTRAINT products_code_check;

-- A product that has the code already would be at no address. It goes on under a code of its own that begins alike, so that
-- searches for the old code still find it.
UPDATE products SET code = code || '-' || left(id::text, 8) WHERE lower(code COLLATE "C") = 'suggestions';

ALTER TABLE products ADD CONSTRAINT products_code_check CHECK (
    code ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$'
    AND lower(code COLLATE "C") <> ALL (ARRAY['search', 'facets', 'export', 'import', 'imports', 'suggestions', 'update'])
);
