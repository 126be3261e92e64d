DROP INDEX mail_outbox_old_alerts_idx;
DROP TABLE sign_in_alerts, seen_devices;
ALTER TABLE sessions DROP COLUMN device, DROP COLUMN network, DROP COLUMN confirmed_at;
DELETE FROM mail_outbox WHERE kind = 'signInAlert';
