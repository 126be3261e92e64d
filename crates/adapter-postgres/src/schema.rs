//! The tables as Diesel sees them, in the form `diesel print-schema` gives them; a test compares them with the migrated
//! database. Arrays are without `Nullable` because CHECK constraints keep NULL out of them.

diesel::table! {
    attention (id) {
        id -> Int8,
        at -> Timestamptz,
        kind -> Text,
        order_id -> Nullable<Text>,
        detail -> Text,
        closed_at -> Nullable<Timestamptz>,
        closed_by -> Nullable<Text>,
        note -> Nullable<Text>,
    }
}

diesel::table! {
    audit_log (id) {
        id -> Int8,
        at -> Timestamptz,
        actor_id -> Nullable<Uuid>,
        actor_email -> Nullable<Text>,
        request_id -> Text,
        action -> Text,
        entity -> Text,
        entity_id -> Text,
        before -> Nullable<Jsonb>,
        after -> Nullable<Jsonb>,
        subject -> Text,
    }
}

diesel::table! {
    backup_runs (id) {
        id -> Int8,
        due_at -> Timestamptz,
        started_at -> Timestamptz,
        finished_at -> Nullable<Timestamptz>,
        file -> Nullable<Text>,
        size_bytes -> Nullable<Int8>,
        verified_at -> Nullable<Timestamptz>,
        verification -> Nullable<Text>,
        error -> Nullable<Text>,
        deleted_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    catalogue_changes (xid, product_id, is_content) {
        xid -> Int8,
        product_id -> Uuid,
        is_content -> Bool,
        at -> Timestamptz,
    }
}

diesel::table! {
    catalogue_identity (id) {
        id -> Bool,
        name -> Uuid,
    }
}

diesel::table! {
    contact_messages (id) {
        id -> Int8,
        name -> Text,
        email -> Text,
        message -> Text,
        sent_at -> Timestamptz,
        mail_attempts -> Int4,
        next_mail_at -> Nullable<Timestamptz>,
        mailed_at -> Nullable<Timestamptz>,
        done_at -> Nullable<Timestamptz>,
        done_by -> Nullable<Text>,
    }
}

diesel::table! {
    data_keys (version) {
        version -> Int4,
        secret -> Text,
        generated_at -> Timestamptz,
    }
}

diesel::table! {
    content_drafts (document) {
        document -> Text,
        revision -> Int4,
        body -> Jsonb,
        changed_at -> Timestamptz,
        changed_by -> Nullable<Text>,
    }
}

diesel::table! {
    content_versions (document, version) {
        document -> Text,
        version -> Int4,
        body -> Jsonb,
        published_at -> Timestamptz,
        published_by -> Nullable<Text>,
    }
}

diesel::table! {
    idempotency_keys (owner_key, key) {
        owner_key -> Text,
        key -> Text,
        meaning -> Text,
        order_id -> Text,
        created_at -> Timestamptz,
        user_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    identities (provider, subject) {
        provider -> Text,
        subject -> Text,
        user_id -> Uuid,
        linked_at -> Timestamptz,
    }
}

diesel::table! {
    invoice_series (kind) {
        kind -> Text,
        last -> Int4,
    }
}

diesel::table! {
    invoices (kind, place) {
        kind -> Text,
        place -> Int4,
        number -> Text,
        order_id -> Text,
        issued_at -> Timestamptz,
        total_cents -> Int8,
        vat_cents -> Int8,
        credits -> Nullable<Text>,
        reason -> Nullable<Text>,
        credit_number -> Nullable<Int4>,
        prints -> Int4,
        content -> Jsonb,
    }
}

diesel::table! {
    login_attempts (email, origin) {
        email -> Text,
        origin -> Text,
        failures -> Int4,
        last_failed_at -> Nullable<Timestamptz>,
        pending -> Array<Timestamptz>,
        changed_at -> Timestamptz,
    }
}

diesel::table! {
    mail_hold (id) {
        id -> Bool,
        since -> Timestamptz,
        snapshot_at -> Timestamptz,
    }
}

diesel::table! {
    mail_outbox (id) {
        id -> Int8,
        dedupe_key -> Text,
        kind -> Text,
        recipient -> Nullable<Text>,
        data -> Jsonb,
        message_id -> Uuid,
        queued_at -> Timestamptz,
        attempts -> Int4,
        next_attempt_at -> Nullable<Timestamptz>,
        sent_at -> Nullable<Timestamptz>,
        language -> Nullable<Text>,
        request_id -> Nullable<Text>,
        ending -> Nullable<Text>,
        answer -> Nullable<Text>,
        counted_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    order_contact_changes (id) {
        id -> Int8,
        contact_id -> Int8,
        status -> Text,
        n -> Int8,
    }
}

diesel::table! {
    order_contacts (id) {
        id -> Int8,
        search_text -> Text,
        processing -> Int8,
        shipped -> Int8,
        completed -> Int8,
        cancelled -> Int8,
    }
}

diesel::table! {
    order_events (id) {
        id -> Int8,
        order_id -> Text,
        at -> Timestamptz,
        actor_email -> Nullable<Text>,
        from_status -> Nullable<Text>,
        to_status -> Text,
        request_id -> Nullable<Text>,
        kind -> Nullable<Text>,
    }
}

diesel::table! {
    order_fulfilment (order_id) {
        order_id -> Text,
        stage -> Nullable<Text>,
        courier -> Nullable<Text>,
        tracking_number -> Nullable<Text>,
        tracking_url -> Nullable<Text>,
        customer_note -> Nullable<Text>,
        delivered_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    order_items (order_id, position) {
        order_id -> Text,
        position -> Int2,
        product_id -> Nullable<Uuid>,
        code -> Text,
        name -> Text,
        image -> Nullable<Text>,
        price_cents -> Int8,
        quantity -> Int4,
        placed_at -> Timestamptz,
        cancelled -> Bool,
        discount_cents -> Int8,
        returned -> Int4,
        returned_cents -> Int8,
    }
}

diesel::table! {
    order_notes (event_id) {
        event_id -> Int8,
        visibility -> Text,
        text -> Text,
    }
}

diesel::table! {
    order_payments (order_id) {
        order_id -> Text,
        method -> Text,
        expires_at -> Nullable<Timestamptz>,
        is_pending -> Bool,
        has_expired -> Bool,
        charged_cents -> Int8,
        returned_cents -> Int8,
        credits_cents -> Int8,
        refund_due_cents -> Int8,
        confirm_above_cents -> Nullable<Int8>,
        customer_reached -> Nullable<Bool>,
        period_starts_at -> Nullable<Timestamptz>,
        rest_cents -> Nullable<Int8>,
        suspended_until -> Nullable<Timestamptz>,
        unanswered_since -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    order_access (order_id) {
        order_id -> Text,
        epoch -> Int4,
    }
}

diesel::table! {
    order_delivery (order_id) {
        order_id -> Text,
        method -> Text,
        district -> Nullable<Text>,
        line1 -> Nullable<Text>,
        line2 -> Nullable<Text>,
        city -> Nullable<Text>,
        postal_code -> Nullable<Text>,
        estimated_from -> Nullable<Date>,
        estimated_to -> Nullable<Date>,
    }
}

diesel::table! {
    order_pricing (order_id) {
        order_id -> Text,
        labeled_total_cents -> Int8,
        delivery_cents -> Int8,
        delivery_discount_cents -> Int8,
        payment_method -> Text,
        payment_fee_cents -> Int8,
        explanation -> Jsonb,
        promotions -> Jsonb,
        vat_percent -> Nullable<Int2>,
    }
}

diesel::table! {
    product_weights (product_id) {
        product_id -> Uuid,
        grams -> Int4,
    }
}

diesel::table! {
    order_return_items (order_id, number, position) {
        order_id -> Text,
        number -> Int4,
        position -> Int2,
        quantity -> Int4,
        restocked -> Int4,
        written_off -> Int4,
        credit_cents -> Int8,
    }
}

diesel::table! {
    order_returns (order_id, number) {
        order_id -> Text,
        number -> Int4,
        state -> Text,
        reason -> Text,
        comment -> Nullable<Text>,
        resolution -> Text,
        by_staff -> Bool,
        account -> Nullable<Bytea>,
        requested_at -> Timestamptz,
        decided_at -> Nullable<Timestamptz>,
        decision -> Nullable<Text>,
        received_at -> Nullable<Timestamptz>,
        credit_cents -> Int8,
        delivery_credit_cents -> Int8,
        key -> Nullable<Text>,
    }
}

diesel::table! {
    orders (id) {
        id -> Text,
        user_id -> Nullable<Uuid>,
        email -> Text,
        status -> Text,
        placed_at -> Timestamptz,
        shipping_name -> Text,
        shipping_address -> Text,
        shipping_phone -> Text,
        payment_id -> Nullable<Text>,
        refunded -> Bool,
        notes -> Text,
        total_cents -> Int8,
        search_text -> Text,
        contact_id -> Int8,
    }
}

diesel::table! {
    password_resets (id) {
        id -> Int8,
        user_id -> Uuid,
        secret_hash -> Bytea,
        created_at -> Timestamptz,
        ended_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    payment_attempts (order_id, number) {
        order_id -> Text,
        number -> Int4,
        state -> Text,
        amount_cents -> Int8,
        started_at -> Timestamptz,
        check_at -> Nullable<Timestamptz>,
        told_at -> Nullable<Timestamptz>,
        told_payment -> Nullable<Text>,
        told -> Jsonb,
    }
}

diesel::table! {
    payment_ledger (order_id, number) {
        order_id -> Text,
        number -> Int4,
        kind -> Text,
        of_number -> Nullable<Int4>,
        source -> Text,
        method -> Text,
        amount_cents -> Int8,
        reference -> Nullable<Text>,
        attempt -> Nullable<Int4>,
        actor_email -> Nullable<Text>,
        at -> Timestamptz,
        reference_key -> Nullable<Text>,
        request_key -> Nullable<Text>,
    }
}

diesel::table! {
    payment_notifications (id) {
        id -> Int8,
        at -> Timestamptz,
        attempt -> Text,
        status_code -> Int4,
        amount -> Text,
        currency -> Text,
        payment -> Nullable<Text>,
        means -> Nullable<Text>,
    }
}

diesel::table! {
    payment_slips (id) {
        id -> Uuid,
        order_id -> Text,
        at -> Timestamptz,
        picture -> Bytea,
        digest -> Bytea,
        bank_reference -> Nullable<Text>,
        state -> Text,
        reason -> Nullable<Text>,
        by_staff -> Bool,
    }
}

diesel::table! {
    price_history (id) {
        id -> Int8,
        product_id -> Uuid,
        price_cents -> Int8,
        last_price_cents -> Int8,
        at -> Timestamptz,
    }
}

diesel::table! {
    product_sales (days, product_id) {
        days -> Int2,
        product_id -> Uuid,
        units -> Int8,
        revenue_cents -> Int8,
    }
}

diesel::table! {
    products (id) {
        id -> Uuid,
        code -> Text,
        name -> Text,
        alt_names -> Array<Text>,
        images -> Array<Text>,
        description -> Text,
        price_cents -> Int8,
        last_price_cents -> Int8,
        stock -> Int4,
        brand -> Nullable<Text>,
        category -> Nullable<Text>,
        family -> Nullable<Text>,
        shade_name -> Nullable<Text>,
        shade_hex -> Nullable<Text>,
        version -> Int4,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        name_key -> Text,
        brand_key -> Nullable<Text>,
        category_key -> Nullable<Text>,
    }
}

diesel::table! {
    promotion_uses (order_id, promotion_id) {
        order_id -> Text,
        promotion_id -> Uuid,
        amount_cents -> Int8,
        used_at -> Timestamptz,
        released_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    promotions (id) {
        id -> Uuid,
        name -> Text,
        code -> Nullable<Text>,
        benefit -> Jsonb,
        max_discount_cents -> Nullable<Int8>,
        min_spend_cents -> Nullable<Int8>,
        products -> Array<Text>,
        categories -> Array<Text>,
        brands -> Array<Text>,
        first_order_only -> Bool,
        starts_on -> Nullable<Date>,
        ends_on -> Nullable<Date>,
        usage_limit -> Nullable<Int4>,
        per_customer_limit -> Nullable<Int4>,
        is_active -> Bool,
        version -> Int4,
        uses -> Int4,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        request_key -> Nullable<Text>,
        request_meaning -> Nullable<Text>,
    }
}

diesel::table! {
    recorded_payments (payment, order_id, attempt) {
        payment -> Text,
        order_id -> Text,
        attempt -> Int4,
        read_at -> Timestamptz,
    }
}

diesel::table! {
    recovery_codes (user_id, code_hash) {
        user_id -> Uuid,
        code_hash -> Bytea,
        used_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    refunds (order_id, number) {
        order_id -> Text,
        number -> Int4,
        state -> Text,
        via -> Text,
        amount_cents -> Int8,
        charge -> Nullable<Int4>,
        credit_cents -> Int8,
        reference -> Nullable<Text>,
        reason -> Nullable<Text>,
        key -> Nullable<Text>,
        actor_email -> Nullable<Text>,
        at -> Timestamptz,
        due_at -> Nullable<Timestamptz>,
        part_of -> Nullable<Int4>,
    }
}

diesel::table! {
    return_photos (id) {
        id -> Uuid,
        order_id -> Text,
        number -> Int4,
        at -> Timestamptz,
        picture -> Bytea,
    }
}

diesel::table! {
    reviews (id) {
        id -> Uuid,
        user_id -> Uuid,
        rating -> Int2,
        comment -> Text,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    sales_days (begins) {
        begins -> Timestamptz,
        ends -> Timestamptz,
        orders -> Int8,
        revenue_cents -> Int8,
    }
}

diesel::table! {
    sales_spans (days) {
        days -> Int2,
        since -> Timestamptz,
        until -> Timestamptz,
    }
}

diesel::table! {
    schema_compatibility (id) {
        id -> Bool,
        lowest_generation -> Int4,
        version -> Text,
    }
}

diesel::table! {
    second_factors (user_id) {
        user_id -> Uuid,
        secret -> Bytea,
        begun_at -> Timestamptz,
        enabled_at -> Nullable<Timestamptz>,
        used_step -> Int8,
        wrong_codes -> Int4,
    }
}

diesel::table! {
    seen_devices (user_id, device_id, network) {
        user_id -> Uuid,
        device_id -> Uuid,
        network -> Text,
        seen_at -> Timestamptz,
    }
}

diesel::table! {
    sessions (id) {
        id -> Uuid,
        user_id -> Uuid,
        created_at -> Timestamptz,
        last_used_at -> Timestamptz,
        expires_at -> Timestamptz,
        revoked_at -> Nullable<Timestamptz>,
        device -> Nullable<Text>,
        network -> Nullable<Text>,
        confirmed_at -> Nullable<Timestamptz>,
        set_password -> Bool,
    }
}

diesel::table! {
    shop_setup (id) {
        id -> Bool,
        secret_hash -> Bytea,
        made_at -> Timestamptz,
    }
}

diesel::table! {
    shop_settings (section) {
        section -> Text,
        version -> Int4,
        value -> Jsonb,
        changed_at -> Timestamptz,
    }
}

diesel::table! {
    sign_in_alerts (id) {
        id -> Int8,
        user_id -> Uuid,
        secret_hash -> Bytea,
        created_at -> Timestamptz,
        used_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    signing_key (id) {
        id -> Bool,
        secret -> Text,
        generated_at -> Timestamptz,
    }
}

diesel::table! {
    stock_movements (id) {
        id -> Int8,
        product_id -> Uuid,
        delta -> Int4,
        reason -> Text,
        note -> Nullable<Text>,
        order_id -> Nullable<Text>,
        actor_email -> Nullable<Text>,
        at -> Timestamptz,
    }
}

diesel::table! {
    tallies (id) {
        id -> Int8,
        subject -> Text,
        kind -> Text,
        n -> Int8,
    }
}

diesel::table! {
    uploads (name) {
        name -> Text,
        is_face -> Bool,
        uploaded_at -> Timestamptz,
        is_taken -> Bool,
        user_id -> Nullable<Uuid>,
        bytes -> Int8,
        condemned_at -> Nullable<Timestamptz>,
        deleted_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    user_addresses (id) {
        id -> Uuid,
        user_id -> Uuid,
        label -> Nullable<Text>,
        name -> Text,
        phone -> Text,
        line1 -> Text,
        line2 -> Nullable<Text>,
        city -> Text,
        district -> Text,
        postal_code -> Nullable<Text>,
        is_default -> Bool,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    staff_invitations (id) {
        id -> Uuid,
        email -> Text,
        role -> Text,
        secret_hash -> Bytea,
        invited_by -> Uuid,
        created_at -> Timestamptz,
        ended_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    users (id) {
        id -> Uuid,
        email -> Text,
        first_name -> Text,
        last_name -> Text,
        profile_picture -> Nullable<Text>,
        user_type -> Text,
        is_blocked -> Bool,
        password_hash -> Nullable<Text>,
        created_at -> Timestamptz,
        last_login -> Nullable<Timestamptz>,
        search_text -> Text,
        search_grams -> Array<Int4>,
        email_verified_at -> Nullable<Timestamptz>,
        staff_role -> Nullable<Text>,
        language -> Nullable<Text>,
    }
}

diesel::joinable!(attention -> orders (order_id));
diesel::joinable!(idempotency_keys -> orders (order_id));
diesel::joinable!(idempotency_keys -> users (user_id));
diesel::joinable!(identities -> users (user_id));
diesel::joinable!(order_access -> orders (order_id));
diesel::joinable!(invoices -> invoice_series (kind));
diesel::joinable!(invoices -> orders (order_id));
diesel::joinable!(order_delivery -> orders (order_id));
diesel::joinable!(order_events -> orders (order_id));
diesel::joinable!(order_fulfilment -> orders (order_id));
diesel::joinable!(order_items -> orders (order_id));
diesel::joinable!(order_items -> products (product_id));
diesel::joinable!(order_notes -> order_events (event_id));
diesel::joinable!(order_payments -> orders (order_id));
diesel::joinable!(order_pricing -> orders (order_id));
diesel::joinable!(order_returns -> orders (order_id));
diesel::joinable!(orders -> users (user_id));
diesel::joinable!(password_resets -> users (user_id));
diesel::joinable!(payment_attempts -> orders (order_id));
diesel::joinable!(payment_ledger -> orders (order_id));
diesel::joinable!(payment_slips -> orders (order_id));
diesel::joinable!(price_history -> products (product_id));
diesel::joinable!(promotion_uses -> orders (order_id));
diesel::joinable!(recovery_codes -> second_factors (user_id));
diesel::joinable!(refunds -> orders (order_id));
diesel::joinable!(product_weights -> products (product_id));
diesel::joinable!(reviews -> users (user_id));
diesel::joinable!(second_factors -> users (user_id));
diesel::joinable!(seen_devices -> users (user_id));
diesel::joinable!(sessions -> users (user_id));
diesel::joinable!(sign_in_alerts -> users (user_id));
diesel::joinable!(staff_invitations -> users (invited_by));
diesel::joinable!(stock_movements -> products (product_id));
diesel::joinable!(user_addresses -> users (user_id));

diesel::allow_tables_to_appear_in_same_query!(
    attention,
    audit_log,
    backup_runs,
    catalogue_changes,
    catalogue_identity,
    contact_messages,
    content_drafts,
    content_versions,
    data_keys,
    idempotency_keys,
    identities,
    invoice_series,
    invoices,
    login_attempts,
    mail_hold,
    mail_outbox,
    order_access,
    order_contact_changes,
    order_contacts,
    order_delivery,
    order_events,
    order_fulfilment,
    order_items,
    order_notes,
    order_payments,
    order_pricing,
    order_return_items,
    order_returns,
    orders,
    password_resets,
    payment_attempts,
    payment_ledger,
    payment_notifications,
    payment_slips,
    price_history,
    product_sales,
    product_weights,
    products,
    promotion_uses,
    promotions,
    recorded_payments,
    recovery_codes,
    refunds,
    return_photos,
    reviews,
    sales_days,
    sales_spans,
    schema_compatibility,
    second_factors,
    seen_devices,
    sessions,
    shop_settings,
    shop_setup,
    sign_in_alerts,
    signing_key,
    staff_invitations,
    stock_movements,
    tallies,
    uploads,
    user_addresses,
    users,
);
