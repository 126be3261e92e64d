-- Customers are found by the telephone numbers of their address books, by the digits that orders are found by. Changes of addresses
-- wait while the index is built.

SELECT pg_temp.lock_tables('user_addresses IN SHARE MODE');

CREATE INDEX user_addresses_phone_idx ON user_addresses ((right(ltrim(translate(phone, ' +()-', ''), '0'), 9)) COLLATE "C");
