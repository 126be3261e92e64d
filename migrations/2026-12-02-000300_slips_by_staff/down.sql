ALTER TABLE payment_slips DROP COLUMN by_staff;
