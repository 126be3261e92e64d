-- Two more reasons for attention: an order that holds more than it costs, and a bank slip for an expired order. The rows of the table are
-- read while it is locked: it has some for each payment that did not go as it should.

SELECT pg_temp.lock_tables('attention IN ACCESS EXCLUSIVE MODE');

ALTER TABLE attention DROP CONSTRAINT attention_kind_check;
ALTER TABLE attention ADD CONSTRAINT attention_kind_check
    CHECK (kind IN ('unmatched', 'amountMismatch', 'duplicatePayment', 'latePayment', 'overpaid', 'lateSlip'));
