-- The dropped tables held copies of what the products say, which only the release before could write.
SELECT 1;
