-- Shorter trigger functions. OLD is a record of nulls in a trigger of INSERT, and NEW in one of DELETE (PostgreSQL 11 and later), so
-- the operation need not be asked.

CREATE OR REPLACE FUNCTION users_change_pictures() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM change_pictures(array_remove(ARRAY[NEW.profile_picture], NULL), false, OLD.profile_picture);
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION tally_scarce_product() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO tallies (subject, kind, n) SELECT 'scarce', kind_of_scarcity(c.stock), c.n
    FROM (VALUES (OLD.stock, -1), (NEW.stock, 1)) AS c (stock, n) WHERE c.stock IS NOT NULL;
    RETURN NULL;
END $$;
