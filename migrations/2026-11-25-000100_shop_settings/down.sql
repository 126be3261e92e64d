ALTER TABLE audit_log
    DROP CONSTRAINT audit_log_entity_check,
    ADD CONSTRAINT audit_log_entity_check CHECK (entity IN ('user', 'product', 'order', 'review')) NOT VALID;
DROP FUNCTION settings_lock();
DROP TABLE shop_settings;
