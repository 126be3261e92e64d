//! The contract of [`domain::settings::ports::SettingsStore`].

use chrono::NaiveTime;
use domain::accounts::actor::Actor;
use domain::accounts::staff_role::StaffRole;
use domain::delivery::delivery_settings::{DeliveryEdit, DeliverySettings};
use domain::delivery::tracking::{Courier, TrackingTemplate};
use domain::messages::security_notice::SecurityEvent;
use domain::orders::order_settings::OrderSettings;
use domain::payments::payment_settings::{BankAccount, PaymentEdit, PaymentSettings};
use domain::reports::audit_log::AuditQuery;
use domain::settings::ports::replacing;
use domain::settings::shop_settings::{Section, ShopSettings};
use domain::shared::edit::Edit;
use domain::shared::error::FeatureError as _;
use domain::shared::money::Money;
use domain::shared::text::Text;
use domain::shared::versioned::SettingsVersion;

use crate::contracts::Shop;
use crate::contracts::accounts::users::notices;
use crate::{moments, sample_settings, sample_users};

fn version(number: i64) -> SettingsVersion {
    SettingsVersion::parse(number).unwrap()
}

const STALE: Result<bool, &str> = Err("settings.changed");

/// Whether the section was written, or the code of the refusal. The answer has all settings as they are stored then.
async fn save(shop: &Shop, section: Section, seen: i64) -> Result<bool, &'static str> {
    save_by(shop, &section, seen, &sample_users::actor()).await
}

async fn save_by(shop: &Shop, section: &Section, seen: i64, by: &Actor) -> Result<bool, &'static str> {
    let saved = shop.settings.change(by, moments::now(), replacing(section.clone(), version(seen))).await.map_err(|error| error.code())?;
    assert_eq!(saved.value, load(shop).await);
    Ok(saved.is_changed)
}

async fn load(shop: &Shop) -> ShopSettings {
    shop.settings.load().await.unwrap()
}

/// Each owner who is not blocked, of what staff change; the account is named where it is another one.
pub async fn owners_are_told_of_other_settings_of_payments(shop: &Shop) {
    let (one, two, blocked) = (shop.admin().await, shop.admin().await, shop.admin().await);
    shop.register(sample_users::staff(StaffRole::Manager)).await;
    shop.users.set_blocked(&blocked.email, true, &Actor::user(&one, "test".to_owned()), moments::now()).await.unwrap();
    let by = Actor::user(&one, "test".to_owned());
    let save = async |payments: PaymentSettings, seen: i64, by: &Actor| {
        shop.settings.change(by, moments::now(), replacing(Section::Payments(payments), version(seen))).await.unwrap()
    };
    // The notices of the blocking.
    notices(shop, moments::seconds_later(60)).await;
    save(sample_settings::payments(), 0, &Actor::operator("demo")).await;
    assert_eq!(notices(shop, moments::seconds_later(60)).await, []);
    let edit = PaymentEdit { cod_fee: Some(Money::ZERO), ..PaymentEdit::default() };
    let cheaper = sample_settings::payments().edited(edit).unwrap();
    save(cheaper.clone(), 1, &by).await;
    let told = |event: SecurityEvent| {
        let mut told = vec![(Some(one.email.clone()), event.clone()), (Some(two.email.clone()), event)];
        told.sort_by_key(|(to, _)| to.clone());
        told
    };
    let read = async || {
        let mut read = notices(shop, moments::seconds_later(60)).await;
        read.sort_by_key(|(to, _)| to.clone());
        read
    };
    assert_eq!(read().await, told(SecurityEvent::PaymentSettings { account: None }));
    let account = BankAccount { number: Text::parse("999").unwrap(), ..cheaper.plan().bank_account.clone().unwrap() };
    let edit = PaymentEdit { bank_account: Edit::Set(account), ..PaymentEdit::default() };
    save(cheaper.edited(edit).unwrap(), 2, &by).await;
    let account = Some("Araliya (Pvt) Ltd, 999, Bank of Ceylon, Cinnamon Gardens".to_owned());
    assert_eq!(read().await, told(SecurityEvent::PaymentSettings { account }));
}

/// Of couriers' addresses that are new or others; other edits of the section are not told.
pub async fn owners_are_told_of_other_links_for_parcels(shop: &Shop) {
    let owner = shop.admin().await;
    let by = Actor::user(&shop.register(sample_users::staff(StaffRole::Manager)).await, "test".to_owned());
    let save = async |delivery: &DeliverySettings, seen: i64, by: &Actor| {
        shop.settings.change(by, moments::now(), replacing(Section::Delivery(delivery.clone()), version(seen))).await.unwrap()
    };
    let told = async || notices(shop, moments::seconds_later(60)).await;
    let links = |couriers: &[&str]| {
        let couriers = couriers.iter().map(|text| (*text).to_owned()).collect();
        [(Some(owner.email.clone()), SecurityEvent::TrackingLinks { couriers })]
    };
    let with = |delivery: &DeliverySettings, couriers: Vec<Courier>| {
        delivery.edited(DeliveryEdit { couriers: Some(couriers), ..DeliveryEdit::default() }).unwrap()
    };
    let courier = Courier { name: Text::parse("Domex").unwrap(), tracking: TrackingTemplate::parse("https://a.lk/{number}").unwrap() };
    let plain = with(&sample_settings::delivery(), Vec::new());
    save(&plain, 0, &by).await;
    assert_eq!(told().await, []);
    let tracked = with(&plain, vec![courier.clone()]);
    save(&tracked, 1, &by).await;
    assert_eq!(told().await, links(&["Domex https://a.lk/{number}"]));
    let edit = DeliveryEdit { cut_off: NaiveTime::from_hms_opt(9, 0, 0), ..DeliveryEdit::default() };
    let earlier = tracked.edited(edit).unwrap();
    save(&earlier, 2, &by).await;
    assert_eq!(told().await, []);
    let moved = Courier { tracking: TrackingTemplate::parse("https://b.lk/{number}").unwrap(), ..courier };
    save(&with(&earlier, vec![moved]), 3, &by).await;
    assert_eq!(told().await, links(&["Domex https://b.lk/{number}"]));
    save(&with(&earlier, Vec::new()), 4, &by).await;
    assert_eq!(told().await, links(&[]));
    save(&tracked, 5, &Actor::operator("demo")).await;
    assert_eq!(told().await, [], "the operator's own change");
}

/// Neither a version nor an audit entry.
pub async fn a_change_to_what_is_there_writes_nothing(shop: &Shop) {
    save(shop, Section::Delivery(sample_settings::delivery()), 0).await.unwrap();
    assert_eq!(save(shop, Section::Delivery(sample_settings::delivery()), 1).await, Ok(false));
    assert_eq!(load(shop).await.delivery.version, version(1));
    assert_eq!(shop.audit_log.list(&AuditQuery::default()).await.unwrap().items.len(), 1);
}

/// By a member of staff: the first save decides for the present values. The demo data decides nothing.
pub async fn a_section_that_staff_save_as_it_is_gets_a_version_once(shop: &Shop) {
    let (operator, defaults) = (Actor::operator("demo"), Section::Orders(OrderSettings::default()));
    let save_as_operator = async |section: &Section, seen: i64| save_by(shop, section, seen, &operator).await;
    assert_eq!(save_as_operator(&defaults, 0).await, Ok(false));
    assert_eq!(save(shop, defaults.clone(), 0).await, Ok(true));
    assert_eq!(save(shop, defaults, 1).await, Ok(false));
    let demo = Section::Delivery(sample_settings::delivery());
    assert_eq!(save_as_operator(&demo, 0).await, Ok(true));
    assert_eq!(save(shop, demo.clone(), 1).await, Ok(true));
    assert_eq!(save(shop, demo, 2).await, Ok(false));
    let entries = shop.audit_log.list(&AuditQuery::default()).await.unwrap().items;
    assert_eq!(entries.iter().map(|entry| entry.subject.as_str()).collect::<Vec<_>>(), ["delivery", "delivery", "orders"]);
}

/// The other one is stale.
pub async fn of_two_changes_of_one_version_one_is_made(shop: &Shop) {
    let changing = (0..8).map(|_| {
        let shop = shop.clone();
        tokio::spawn(async move { save(&shop, Section::Orders(sample_settings::orders()), 0).await })
    });
    let outcomes = futures_util::future::try_join_all(changing).await.unwrap();
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{outcomes:?}");
    assert_eq!(outcomes.iter().filter(|outcome| **outcome == STALE).count(), 7, "{outcomes:?}");
}

/// With the values before and after; before the first change these are the defaults.
pub async fn a_change_is_audited(shop: &Shop) {
    let by = sample_users::actor();
    shop.settings.change(&by, moments::now(), replacing(Section::Orders(sample_settings::orders()), version(0))).await.unwrap();
    let entries = shop.audit_log.list(&AuditQuery::default()).await.unwrap().items;
    let [entry] = entries.as_slice() else { panic!("one entry: {entries:?}") };
    assert_eq!((entry.action.as_str(), entry.entity.as_str(), entry.subject.as_str()), ("update", "settings", "orders"));
    assert_eq!((entry.actor.clone(), entry.request_id.clone(), entry.at), (by.email, by.request_id, moments::now()));
    let (before, after) = (entry.before.clone().unwrap().0, entry.after.clone().unwrap().0);
    assert!(before.contains("\"returnDays\":7") && after.contains("\"returnDays\":14"), "{before} {after}");
}
