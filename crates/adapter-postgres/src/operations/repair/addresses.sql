-- An index allows one default address, so what is repaired is a user without one: the oldest address becomes it.
UPDATE user_addresses a SET is_default = true
FROM (SELECT DISTINCT ON (user_id) user_id, id FROM user_addresses ORDER BY user_id, created_at, id) AS oldest
WHERE a.id = oldest.id
    AND NOT EXISTS (SELECT FROM user_addresses other WHERE other.user_id = a.user_id AND other.is_default)
