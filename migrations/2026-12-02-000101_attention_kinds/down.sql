DELETE FROM attention WHERE kind IN ('overpaid', 'lateSlip');
ALTER TABLE attention DROP CONSTRAINT attention_kind_check;
ALTER TABLE attention ADD CONSTRAINT attention_kind_check
    CHECK (kind IN ('unmatched', 'amountMismatch', 'duplicatePayment', 'latePayment'));
