DROP TABLE recovery_codes, second_factors, data_keys;
DELETE FROM shop_settings WHERE section = 'security';
