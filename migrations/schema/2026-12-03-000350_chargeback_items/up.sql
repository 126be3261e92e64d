-- Chargebacks wait for staff.
ALTER TABLE attention
    DROP CONSTRAINT attention_kind_check,
    ADD CONSTRAINT attention_kind_check
        CHECK (kind IN ('unmatched', 'amountMismatch', 'duplicatePayment', 'latePayment', 'overpaid', 'lateSlip', 'chargeback'));
