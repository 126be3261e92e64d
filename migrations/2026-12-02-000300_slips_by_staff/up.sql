-- Whether staff uploaded a bank slip for the customer. The release before uploads slips of customers alone, which are the default. The
-- column is added without reading the rows; its lock waits for running payments and is held for the moment of this migration.

SELECT pg_temp.lock_tables('payment_slips IN ACCESS EXCLUSIVE MODE');

ALTER TABLE payment_slips ADD COLUMN by_staff boolean NOT NULL DEFAULT false;
