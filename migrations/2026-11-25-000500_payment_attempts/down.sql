DROP TABLE payment_notifications;
DROP TABLE payment_attempts;
