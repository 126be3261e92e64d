-- Locks tables of the open shop for a migration, to the end of its transaction; each text is the rest of a LOCK TABLE statement.
--
-- An order locks the same tables in an order of its own, so an attempt gives up before the server would look for a deadlock (after
-- 1 s) and cancel the order. Between two attempts orders go first.
CREATE OR REPLACE FUNCTION pg_temp.lock_tables(VARIADIC locks text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    former_timeout CONSTANT text := current_setting('lock_timeout');
    tables text;
BEGIN
    FOR attempt IN 1..40 LOOP
        BEGIN
            PERFORM set_config('lock_timeout', '500ms', true);
            FOREACH tables IN ARRAY locks LOOP
                EXECUTE 'LOCK TABLE ' || tables;
            END LOOP;
            PERFORM set_config('lock_timeout', former_timeout, true);
            RETURN;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            PERFORM pg_sleep(0.25);
        END;
    END LOOP;
    RAISE EXCEPTION 'orders that are being placed kept their locks for 40 attempts of 500 ms' USING ERRCODE = 'lock_not_available';
END $$;
