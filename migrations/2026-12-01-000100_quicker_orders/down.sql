ALTER FUNCTION place_order(jsonb) RESET ALL;

DROP INDEX sales_days_ends_idx;

-- Whether the sections of the settings have these versions: {section: version}. True where none is named. The caller has the lock of
-- the settings.
CREATE OR REPLACE FUNCTION settings_are(seen jsonb) RETURNS boolean
LANGUAGE sql STABLE
RETURN NOT EXISTS (
    SELECT FROM jsonb_each_text(nullif(seen, 'null')) AS named (section, version)
    LEFT JOIN shop_settings s ON s.section = named.section
    WHERE coalesce(s.version, 0) <> named.version::integer
);

ALTER TABLE mail_outbox
    ADD CONSTRAINT mail_outbox_dedupe_key_check CHECK (char_length(dedupe_key) BETWEEN 1 AND 200),
    ADD CONSTRAINT mail_outbox_kind_check CHECK (char_length(kind) BETWEEN 1 AND 40),
    ADD CONSTRAINT mail_outbox_recipient_check CHECK (char_length(recipient) BETWEEN 3 AND 254),
    ADD CONSTRAINT mail_outbox_attempts_check CHECK (attempts >= 0),
    ADD CONSTRAINT mail_outbox_language_check CHECK (language ~ '^[a-z]{2,3}$') NOT VALID,
    ADD CONSTRAINT mail_outbox_request_id_check CHECK (char_length(request_id) BETWEEN 1 AND 64) NOT VALID;

ALTER TABLE order_pricing
    DROP CONSTRAINT order_pricing_money_check,
    ADD CONSTRAINT order_pricing_labeled_total_check CHECK (labeled_total_cents BETWEEN 0 AND 100000000000),
    ADD CONSTRAINT order_pricing_delivery_check CHECK (delivery_cents BETWEEN 0 AND 100000000000),
    ADD CONSTRAINT order_pricing_delivery_discount_check CHECK (delivery_discount_cents BETWEEN 0 AND delivery_cents),
    ADD CONSTRAINT order_pricing_payment_method_check CHECK (payment_method IN ('cod', 'bankTransfer', 'payhere')),
    ADD CONSTRAINT order_pricing_payment_fee_check CHECK (payment_fee_cents BETWEEN 0 AND 100000000000),
    ADD CONSTRAINT order_pricing_explanation_check CHECK (jsonb_typeof(explanation) = 'array');
