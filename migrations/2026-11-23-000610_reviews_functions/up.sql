-- Triggers that note changes of reviews, which the public pages show.

CREATE OR REPLACE TRIGGER reviews_note_content AFTER UPDATE ON reviews
    FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION note_content_change();
CREATE OR REPLACE TRIGGER reviews_note_presence AFTER INSERT OR DELETE ON reviews FOR EACH ROW EXECUTE FUNCTION note_content_change();
CREATE OR REPLACE TRIGGER reviews_note_truncation AFTER TRUNCATE ON reviews
    FOR EACH STATEMENT EXECUTE FUNCTION note_content_change();
