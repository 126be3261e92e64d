-- Whether the payment in told_payment was told to be charged back. See domain::payments::told_payment.

SELECT pg_temp.lock_tables('payment_attempts IN ACCESS EXCLUSIVE MODE');

ALTER TABLE payment_attempts
    ADD COLUMN told_chargeback boolean NOT NULL DEFAULT false
        CONSTRAINT payment_attempts_told_chargeback_check CHECK (NOT told_chargeback OR told_payment IS NOT NULL);
