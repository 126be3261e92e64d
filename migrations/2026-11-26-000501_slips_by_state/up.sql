-- The slips that wait for staff are listed oldest first.
CREATE INDEX payment_slips_state_idx ON payment_slips (state, at, id);
