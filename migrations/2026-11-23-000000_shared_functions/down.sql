DROP FUNCTION runs_of_number(text), runs_of(text), picture_name(text);
