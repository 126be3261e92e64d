-- The slips that wait for staff are listed oldest first. Uploads of slips wait while the index is built.

SELECT pg_temp.lock_tables('payment_slips IN SHARE MODE');

CREATE INDEX payment_slips_state_idx ON payment_slips (state, at, id);
