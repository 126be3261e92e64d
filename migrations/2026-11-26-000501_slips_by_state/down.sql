DROP INDEX payment_slips_state_idx;
