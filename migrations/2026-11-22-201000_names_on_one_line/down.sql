-- What stood in the place of the spaces is not known any more.
SELECT 1;
