DROP TRIGGER reviews_note_truncation ON reviews;
DROP TRIGGER reviews_note_presence ON reviews;
DROP TRIGGER reviews_note_content ON reviews;
