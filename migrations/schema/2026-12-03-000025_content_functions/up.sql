-- Triggers of the shop's content.

-- A statement that would change rows of a table to which rows are only added.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$;

CREATE OR REPLACE TRIGGER content_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON content_versions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- Every page shows content: instances hear of a version as they hear of a product.
CREATE OR REPLACE TRIGGER content_versions_note_content AFTER INSERT ON content_versions
    FOR EACH ROW EXECUTE FUNCTION note_catalogue_change('true');
