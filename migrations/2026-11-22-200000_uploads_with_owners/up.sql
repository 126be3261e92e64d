-- Uploads know who brought them and how much room they take, so that the pictures that nothing shows yet stay within bounds
-- (`domain::upload`). A user or a product that shows a picture takes it in its own transaction, by trigger, and a user who no
-- longer shows one lets go of it: `is_taken` is right at every moment. The sweep condemns only what is not taken; a condemned
-- picture can no longer be taken. Both lock the row, so that one of the two comes first.

-- No picture is taken or left between the statement that looks at what is shown and the triggers that follow it.
LOCK TABLE users, products IN SHARE ROW EXCLUSIVE MODE;

ALTER TABLE uploads
    -- NULL for an upload without an account, and once the user is deleted.
    ADD COLUMN user_id uuid CONSTRAINT uploads_user_id_fkey REFERENCES users (id) ON DELETE SET NULL,
    -- What it takes of the store, in every width together, in bytes; 0 for those from before this was counted and for those that
    -- an instance of the version before writes meanwhile.
    ADD COLUMN bytes bigint NOT NULL DEFAULT 0 CONSTRAINT uploads_bytes_check CHECK (bytes >= 0),
    -- Since when its files are being deleted.
    ADD COLUMN condemned_at timestamptz,
    -- Since when its files are deleted. The row stays for a while: whoever uploaded it may still ask for it.
    ADD COLUMN deleted_at timestamptz,
    ADD CONSTRAINT uploads_fate_check CHECK ((condemned_at IS NULL OR NOT is_taken) AND (deleted_at IS NULL OR condemned_at IS NOT NULL));

CREATE INDEX uploads_user_idx ON uploads (user_id) WHERE user_id IS NOT NULL;
DROP INDEX uploads_pending_idx;
CREATE INDEX uploads_pending_idx ON uploads (uploaded_at, name) INCLUDE (user_id, bytes) WHERE NOT is_taken AND deleted_at IS NULL;
CREATE INDEX uploads_deleted_idx ON uploads (deleted_at) WHERE deleted_at IS NOT NULL;

-- What is shown now is taken. Orders show only pictures of products.
UPDATE uploads u SET is_taken = true WHERE NOT u.is_taken AND (
    EXISTS (SELECT FROM users p WHERE p.profile_picture IS NOT NULL AND picture_name(p.profile_picture) = u.name)
    OR u.name IN (SELECT picture_name(image) FROM products p, unnest(p.images) AS image)
    OR NOT u.is_face AND u.name IN (SELECT picture_name(i.image) FROM order_items i WHERE i.image IS NOT NULL));
-- A picture that a product shows is one of a product, whatever it was uploaded for: orders may show it for ever.
UPDATE uploads u SET is_face = false WHERE u.is_face AND u.name IN (SELECT picture_name(image) FROM products p, unnest(p.images) AS image);

-- Takes the uploads behind these addresses, and lets go of the one behind `left_behind` unless another user shows it. Addresses
-- that lead to no upload are left alone. A picture of a product is never let go of. A condemned picture violates `uploads_gone`.
CREATE FUNCTION change_pictures(taken text[], for_product boolean, left_behind text) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    wanted CONSTANT text[] := ARRAY(SELECT DISTINCT picture_name(address) FROM unnest(taken) AS address);
    former CONSTANT text := picture_name(left_behind);
    gone text;
BEGIN
    -- In the order of their names, so that two transactions with the same pictures never wait for each other in a ring.
    PERFORM FROM uploads u WHERE u.name = ANY (wanted || former) ORDER BY u.name FOR UPDATE;
    -- Each statement from here on sees what was committed while this one waited for the rows.
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

CREATE FUNCTION users_change_pictures() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM change_pictures(
        CASE WHEN TG_OP <> 'DELETE' AND NEW.profile_picture IS NOT NULL THEN ARRAY[NEW.profile_picture] ELSE '{}' END, false,
        CASE WHEN TG_OP <> 'INSERT' THEN OLD.profile_picture END);
    RETURN NULL;
END $$;

CREATE FUNCTION products_change_pictures() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    -- A taken picture of a product stays one for ever: where all are, as in a sheet that was looked through before, there is
    -- nothing to lock.
    IF EXISTS (
        SELECT FROM uploads u
        WHERE u.name = ANY (ARRAY(SELECT picture_name(image) FROM unnest(NEW.images) AS image)) AND (NOT u.is_taken OR u.is_face)
    ) THEN
        PERFORM change_pictures(NEW.images, true, NULL);
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER users_take_picture AFTER INSERT ON users
    FOR EACH ROW WHEN (NEW.profile_picture IS NOT NULL) EXECUTE FUNCTION users_change_pictures();
CREATE TRIGGER users_change_picture AFTER UPDATE OF profile_picture ON users
    FOR EACH ROW WHEN (OLD.profile_picture IS DISTINCT FROM NEW.profile_picture) EXECUTE FUNCTION users_change_pictures();
CREATE TRIGGER users_leave_picture AFTER DELETE ON users
    FOR EACH ROW WHEN (OLD.profile_picture IS NOT NULL) EXECUTE FUNCTION users_change_pictures();
CREATE TRIGGER products_take_pictures AFTER INSERT ON products
    FOR EACH ROW WHEN (NEW.images <> '{}') EXECUTE FUNCTION products_change_pictures();
CREATE TRIGGER products_change_pictures AFTER UPDATE OF images ON products
    FOR EACH ROW WHEN (OLD.images IS DISTINCT FROM NEW.images) EXECUTE FUNCTION products_change_pictures();
