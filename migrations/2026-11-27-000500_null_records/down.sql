CREATE OR REPLACE FUNCTION users_change_pictures() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM change_pictures(
        CASE WHEN TG_OP <> 'DELETE' AND NEW.profile_picture IS NOT NULL THEN ARRAY[NEW.profile_picture] ELSE '{}' END, false,
        CASE WHEN TG_OP <> 'INSERT' THEN OLD.profile_picture END);
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION tally_scarce_product() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO tallies (subject, kind, n) VALUES ('scarce', kind_of_scarcity(OLD.stock), -1);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO tallies (subject, kind, n) VALUES ('scarce', kind_of_scarcity(NEW.stock), 1);
    END IF;
    RETURN NULL;
END $$;
