-- The dropped rows were copies, which only the release before reads; it refuses to start on a contracted database.
SELECT 1;
