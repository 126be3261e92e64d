//! Rows that no port returns: the events of orders, the ledger of stock, messages, and the rows that are swept away.

use adapter_postgres::Swept;
use chrono::TimeDelta;
use domain::accounts::login_attempts::{AddressBlock, LoginAttempt, Origin};
use domain::accounts::password_reset::ResetSecret;
use domain::accounts::ports::{Admission, BeginResetOutcome, NewReset};
use domain::catalog::product_change::{ProductChange, StockChange};
use domain::messages::contact::{ContactInbox, ContactMessage, ContactText};
use domain::orders::order::OrderDraft;
use domain::orders::order_edit::OrderEdit;
use domain::orders::returns::judgement::ReturnOutcome;
use domain::payments::slip::{Slip, SlipState};
use domain::shared::edit::Edit;
use domain::shared::ids::SlipId;
use domain::shared::language::Language;
use domain::shared::order_status::OrderStatus;
use domain::shared::text::PaymentId;
use testkit::contracts::Shop;
use testkit::postgres::TestDatabase;
use testkit::{moments, sample_orders, sample_products, sample_users, unique};

async fn texts(database: &TestDatabase, query: &str) -> Vec<String> {
    let rows = database.client().await.query(query, &[]).await.unwrap();
    rows.iter().map(|row| row.get::<_, Option<String>>(0).unwrap_or_default()).collect()
}

#[tokio::test]
async fn an_order_has_its_history_and_every_unit_its_movement() {
    let database = TestDatabase::create().await;
    let shop = Shop::of(database.postgres().await);
    let user = shop.customer().await;
    let product = shop.add(sample_products::product("Rose")).await;
    let order = shop.place(&sample_orders::draft(&user, &[(&product, 3)])).await;
    let by = sample_users::actor();
    for status in [OrderStatus::Shipped, OrderStatus::Shipped, OrderStatus::Cancelled, OrderStatus::Completed] {
        let change = OrderEdit { status: Some(status), ..OrderEdit::default() };
        shop.edit(&order.id, &change, &by, moments::now()).await.unwrap();
    }
    let stock = Some(StockChange { to: sample_products::stock(20), expected: None });
    let change = ProductChange { stock, ..ProductChange::default() };
    shop.products.update(&product.code, &change, &by, moments::now()).await.unwrap();
    let history = "SELECT concat_ws('→', from_status, to_status) || ' ' || actor_email FROM order_events ORDER BY id";
    let (customer, admin) = (user.email.as_str(), by.email.as_ref().unwrap().as_str());
    assert_eq!(
        texts(&database, history).await,
        [
            format!("processing {customer}"),
            format!("processing→shipped {admin}"),
            format!("shipped→cancelled {admin}"),
            format!("cancelled→completed {admin}"),
        ]
    );
    let movements = "SELECT reason || ' ' || delta || ' ' || (order_id IS NOT NULL) FROM stock_movements ORDER BY id";
    assert_eq!(
        texts(&database, movements).await,
        ["initial 10 false", "sale -3 true", "cancellation 3 true", "reinstatement -3 true", "edit 13 false"]
    );
}

/// Thirty days after the last event; an order that is open or was paid keeps its slips for 400 days.
#[tokio::test]
async fn slips_of_orders_that_were_cancelled_unpaid_go_sooner() {
    let database = TestDatabase::create().await;
    let postgres = database.postgres().await;
    let shop = Shop::of(postgres.clone());
    let product = shop.add(sample_products::with_stock(100, sample_products::product("Rose"))).await;
    let (placed_at, by) = (moments::days_ago(40), sample_users::actor());
    let mut orders = Vec::new();
    for (is_cancelled, is_paid) in [(true, false), (false, false), (true, true)] {
        let draft = OrderDraft { placed_at, ..sample_orders::draft(&shop.customer().await, &[(&product, 1)]) };
        let order = shop.place(&draft).await;
        let slip = Slip {
            id: SlipId::new(unique::uuid()),
            at: placed_at,
            bank_reference: None,
            state: SlipState::InReview,
            reason: None,
            is_by_staff: false,
            is_seen_elsewhere: false,
        };
        shop.add_slip(&order.id, slip, b"a slip".to_vec(), &by).await.unwrap();
        let payment_id = if is_paid { Edit::Set(PaymentId::parse("cash").unwrap()) } else { Edit::Keep };
        let status = is_cancelled.then_some(OrderStatus::Cancelled);
        let change = OrderEdit { status, payment_id, ..OrderEdit::default() };
        if change != OrderEdit::default() {
            shop.edit(&order.id, &change, &by, moments::days_ago(29)).await.unwrap();
        }
        orders.push(order.id.as_str().to_owned());
    }
    assert_eq!(postgres.sweep(moments::now()).await.unwrap().payment_slips, 0, "cancelled 29 days ago");
    assert_eq!(postgres.sweep(moments::now() + TimeDelta::days(1) + TimeDelta::seconds(1)).await.unwrap().payment_slips, 1);
    let mut left = texts(&database, "SELECT order_id FROM payment_slips").await;
    left.sort();
    let mut expected = orders.split_off(1);
    expected.sort();
    assert_eq!(left, expected);
}

/// A bank account is kept for 90 days after the last step of its return, and a photo for 400 days after its order was placed.
#[tokio::test]
async fn accounts_and_photos_of_returns_go_in_time() {
    let database = TestDatabase::create().await;
    let postgres = database.postgres().await;
    let shop = Shop::of(postgres.clone());
    let (customer, product) = (shop.customer().await, shop.add(sample_products::product("Rose")).await);
    let order = shop.place(&sample_orders::draft(&customer, &[(&product, 1)])).await;
    shop.set_status(&order, OrderStatus::Completed).await.unwrap();
    shop.request_return(&order, &customer, moments::now()).await.unwrap();
    let kept = "UPDATE order_returns SET account = 'sealed';
        INSERT INTO return_photos SELECT gen_random_uuid(), order_id, number, requested_at, 'photo' FROM order_returns";
    database.client().await.batch_execute(kept).await.unwrap();
    shop.judge_return(&order, ReturnOutcome::Rejected, moments::now() + TimeDelta::days(10)).await;
    let swept = async |days: i64| {
        let swept = postgres.sweep(moments::now() + TimeDelta::days(days) + TimeDelta::seconds(1)).await.unwrap();
        (swept.return_accounts, swept.return_photos)
    };
    assert_eq!((swept(90).await, swept(100).await, swept(399).await, swept(400).await), ((0, 0), (1, 0), (0, 0), (0, 1)));
    assert!(!shop.order(&order).await.returns[0].has_account);
}

#[tokio::test]
async fn only_what_is_over_is_swept_away() {
    let database = TestDatabase::create().await;
    let postgres = database.postgres().await;
    let shop = Shop::of(postgres.clone());
    let user = shop.customer().await;
    let product = shop.add(sample_products::product("Rose")).await;
    for age in [0, 1, 3] {
        let mut session = sample_users::session_of(&user);
        session.expires_at = moments::days_ago(age);
        (session.created_at, session.last_used_at) = (moments::days_ago(31), moments::days_ago(31));
        assert!(shop.sessions.open(&session, None).await.unwrap());
        let origin = Origin::Block(AddressBlock::of(std::net::Ipv4Addr::LOCALHOST.into()));
        let attempt = LoginAttempt { email: sample_users::email(), origin };
        assert!(matches!(shop.throttle.admit(&attempt, moments::days_ago(age)).await.unwrap(), Admission::Admitted(_)));
        let secret = ResetSecret::new(age.to_string());
        let reset = NewReset { user: user.id, secret, at: moments::days_ago(age), per_hour: None };
        assert_eq!(shop.resets.begin(&reset).await.unwrap(), BeginResetOutcome::Begun);
        let claim = Some(sample_orders::claim("a rose"));
        shop.place(&OrderDraft { claim, placed_at: moments::days_ago(age), ..sample_orders::draft(&user, &[(&product, 1)]) }).await;
    }
    let swept = "INSERT INTO uploads (name, is_face, uploaded_at, bytes, condemned_at, deleted_at) \
                 SELECT n || '-x.webp', true, now(), 1, now(), $1::timestamptz - make_interval(days => n) FROM unnest(ARRAY[1, 29, 31]) n";
    assert_eq!(database.client().await.execute(swept, &[&moments::now()]).await.unwrap(), 3);
    let invited = "INSERT INTO staff_invitations (id, email, role, secret_hash, invited_by, created_at) \
                   SELECT gen_random_uuid(), n || '@example.com', 'support', sha256(convert_to(n::text, 'UTF8')), u.id, \
                   $1::timestamptz - make_interval(days => n) FROM unnest(ARRAY[3, 6, 8]) n, users u";
    assert_eq!(database.client().await.execute(invited, &[&moments::now()]).await.unwrap(), 3);
    let later = moments::now() + TimeDelta::seconds(1);
    // The sessions of the last ten logins stay: what activity shows is read from them.
    assert_eq!(
        postgres.sweep(later).await.unwrap(),
        Swept {
            sessions: 0,
            login_attempts: 4,
            idempotency_keys: 1,
            password_resets: 2,
            staff_invitations: 1,
            uploads: 1,
            payment_slips: 0,
            return_photos: 0,
            return_accounts: 0,
            catalogue_changes: 0,
            link_mails: 0,
            seen_devices: 0,
            sign_in_alerts: 0,
        }
    );
    for _ in 0..10 {
        shop.session(&user).await;
    }
    assert_eq!(
        postgres.sweep(later).await.unwrap(),
        Swept {
            sessions: 3,
            login_attempts: 0,
            idempotency_keys: 0,
            password_resets: 0,
            staff_invitations: 0,
            uploads: 0,
            payment_slips: 0,
            return_photos: 0,
            return_accounts: 0,
            catalogue_changes: 0,
            link_mails: 0,
            seen_devices: 0,
            sign_in_alerts: 0,
        }
    );
    assert_eq!(
        postgres.sweep(later).await.unwrap(),
        Swept {
            sessions: 0,
            login_attempts: 0,
            idempotency_keys: 0,
            password_resets: 0,
            staff_invitations: 0,
            uploads: 0,
            payment_slips: 0,
            return_photos: 0,
            return_accounts: 0,
            catalogue_changes: 0,
            link_mails: 0,
            seen_devices: 0,
            sign_in_alerts: 0,
        }
    );
}

#[tokio::test]
async fn a_message_is_kept_as_it_was_written() {
    let database = TestDatabase::create().await;
    let message = ContactMessage {
        name: sample_users::name("නිමාලි"),
        email: sample_users::email(),
        message: ContactText::parse("Do you deliver to Jaffna? \"Soon\"; -- %").unwrap(),
        sent_at: moments::now(),
    };
    database.postgres().await.store(&message).await.unwrap();
    let kept = "SELECT concat_ws('|', name, email, message, extract(epoch FROM sent_at)::bigint) FROM contact_messages";
    let expected = format!("{}|{}|{}|{}", message.name, message.email, message.message, message.sent_at.timestamp());
    assert_eq!(texts(&database, kept).await, [expected]);
}

/// The release before writes no language, and a later one may write another.
#[tokio::test]
async fn a_user_or_mail_without_a_known_language_is_english() {
    let database = TestDatabase::create().await;
    let (shop, client) = (Shop::of(database.postgres().await), database.client().await);
    let user = shop.customer().await;
    for (column, number) in [("NULL", 1), ("'fr'", 2)] {
        client.batch_execute(&format!("UPDATE users SET email_verified_at = now(), language = {column}")).await.unwrap();
        assert_eq!(shop.user_directory.by_email(&user.email).await.unwrap().unwrap().language, Language::English);
        let attention = format!(
            "INSERT INTO mail_outbox (dedupe_key, kind, data, queued_at, next_attempt_at, language) VALUES
             ('attention:{number}', 'attention', '{{\"kind\": \"unmatched\", \"detail\": \"Money came.\"}}', '2020-01-01', '2020-01-01', {column})"
        );
        client.batch_execute(&attention).await.unwrap();
    }
    let mails = shop.outbox.take_due(moments::now(), 10).await.unwrap();
    assert_eq!(mails.iter().map(|mail| mail.language).collect::<Vec<_>>(), [Language::English; 2]);
}

#[tokio::test]
async fn copies_and_steps_that_are_wrong_are_noticed() {
    let database = TestDatabase::create().await;
    let postgres = database.postgres().await;
    let shop = Shop::of(postgres.clone());
    let (user, product) = (shop.customer().await, shop.add(sample_products::product("Rose")).await);
    shop.place(&sample_orders::draft(&user, &[(&product, 3)])).await;
    for (misdeed, undoing, rule) in [
        ("UPDATE order_items SET cancelled = true", "UPDATE order_items SET cancelled = false", "an item repeats"),
        (
            "UPDATE order_items SET placed_at = placed_at - interval '1 s'",
            "UPDATE order_items SET placed_at = placed_at + interval '1 s'",
            "an item repeats",
        ),
        ("UPDATE order_events SET from_status = 'shipped'", "UPDATE order_events SET from_status = NULL", "each step"),
    ] {
        let client = database.client().await;
        client.batch_execute(misdeed).await.unwrap();
        let findings = postgres.check_invariants().await.unwrap();
        assert!(findings.len() == 1 && findings[0].rule.starts_with(rule), "{findings:?}");
        client.batch_execute(undoing).await.unwrap();
        assert_eq!(postgres.check_invariants().await.unwrap(), []);
    }
}
