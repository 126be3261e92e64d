SELECT change_pictures(ARRAY(SELECT DISTINCT image FROM import_rows s, unnest(s.images) AS image), true, NULL)
