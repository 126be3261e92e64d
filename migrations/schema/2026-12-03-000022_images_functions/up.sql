-- Triggers by which users and products take and release uploaded pictures.

-- Takes the uploads behind the addresses `taken`, and releases the one behind `left_behind` unless another user shows it.
-- Addresses that lead to no upload are ignored. A product's picture is never released: orders may show it for ever. To take a
-- condemned picture violates `uploads_gone`.
CREATE OR REPLACE FUNCTION change_pictures(taken text[], for_product boolean, left_behind text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT DISTINCT picture_name(address) FROM unnest(taken) AS address);
    former CONSTANT text := picture_name(left_behind);
    gone text;
BEGIN
    -- Locks in the order of names, so that two transactions with the same pictures cannot deadlock.
    PERFORM FROM uploads u WHERE u.name = ANY (wanted || former) ORDER BY u.name FOR UPDATE;
    -- The statements below have newer snapshots: they see the commits that this one waited for.
    SELECT u.name INTO gone FROM uploads u WHERE u.name = ANY (wanted) AND u.condemned_at IS NOT NULL LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'the picture % is deleted', gone USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'uploads_gone';
    END IF;
    UPDATE uploads u SET is_taken = true, is_face = u.is_face AND NOT for_product
    WHERE u.name = ANY (wanted) AND (NOT u.is_taken OR u.is_face AND for_product);
    UPDATE uploads u SET is_taken = false
    WHERE u.name = former AND u.is_face AND u.is_taken
        AND NOT EXISTS (SELECT FROM users p WHERE p.profile_picture IS NOT NULL AND picture_name(p.profile_picture) = u.name);
END $$;

-- OLD is a record of nulls in a trigger of INSERT, and NEW in one of DELETE, so the operation need not be asked.
CREATE OR REPLACE FUNCTION users_change_pictures() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM change_pictures(array_remove(ARRAY[NEW.profile_picture], NULL), false, OLD.profile_picture);
    RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION products_change_pictures() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    -- A product's picture is never released. Where all are taken already, as in a sheet that is imported twice, nothing needs a
    -- lock.
    IF EXISTS (
        SELECT FROM uploads u
        WHERE u.name = ANY (ARRAY(SELECT picture_name(image) FROM unnest(NEW.images) AS image)) AND (NOT u.is_taken OR u.is_face)
    ) THEN
        PERFORM change_pictures(NEW.images, true, NULL);
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER users_take_picture AFTER INSERT ON users
    FOR EACH ROW WHEN (NEW.profile_picture IS NOT NULL) EXECUTE FUNCTION users_change_pictures();
CREATE OR REPLACE TRIGGER users_change_picture AFTER UPDATE OF profile_picture ON users
    FOR EACH ROW WHEN (OLD.profile_picture IS DISTINCT FROM NEW.profile_picture) EXECUTE FUNCTION users_change_pictures();
CREATE OR REPLACE TRIGGER users_leave_picture AFTER DELETE ON users
    FOR EACH ROW WHEN (OLD.profile_picture IS NOT NULL) EXECUTE FUNCTION users_change_pictures();
CREATE OR REPLACE TRIGGER products_take_pictures AFTER INSERT ON products
    FOR EACH ROW WHEN (NEW.images <> '{}') EXECUTE FUNCTION products_change_pictures();
CREATE OR REPLACE TRIGGER products_change_pictures AFTER UPDATE OF images ON products
    FOR EACH ROW WHEN (OLD.images IS DISTINCT FROM NEW.images) EXECUTE FUNCTION products_change_pictures();
