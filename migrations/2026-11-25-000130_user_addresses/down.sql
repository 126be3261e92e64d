DROP TABLE user_addresses;
