ALTER TABLE products DROP CONSTRAINT products_code_check;
ALTER TABLE products ADD CONSTRAINT products_code_check CHECK (
    code ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$'
    AND lower(code COLLATE "C") <> ALL (ARRAY['search', 'facets', 'export', 'import', 'imports', 'update'])
);
