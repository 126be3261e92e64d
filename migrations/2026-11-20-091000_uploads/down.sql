DROP INDEX users_picture_name_idx;
DROP FUNCTION picture_name;
DROP TABLE uploads;
