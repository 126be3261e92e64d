DROP TABLE content_versions, content_drafts;
DROP FUNCTION refuse_change();
