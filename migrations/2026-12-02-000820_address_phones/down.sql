DROP INDEX user_addresses_phone_idx;
