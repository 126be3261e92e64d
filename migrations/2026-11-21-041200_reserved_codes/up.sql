-- No product may have a code that is an address of its own. `domain::product_code::RESERVED` names them; a test compares.
ALTER TABLE products DROP CONSTRAINT products_code_check;
ALTER TABLE products ADD CONSTRAINT products_code_check CHECK (
    code ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$'
    AND lower(code COLLATE "C") <> ALL (ARRAY['search', 'facets', 'export', 'import', 'imports', 'update'])
);
