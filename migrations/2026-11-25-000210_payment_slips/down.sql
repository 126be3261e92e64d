DROP TABLE attention, payment_slips;
