use domain::delivery::district::District;
use domain::orders::order_delivery::OrderDelivery;
use domain::orders::payment::repository::MockPaymentRepository;
use domain::orders::ports::{MockOrderReader, MockOrderRepository};
use domain::settings::ports::MockSettingsStore;
use domain::settings::shop_settings::ShopSettings;
use domain::shared::error::{ErrorKind, FeatureError as _};
use domain::shared::versioned::{SettingsVersion, Versioned};
use testkit::{sample_orders, sample_products, sample_settings};

use super::*;
use crate::payments::samples::service;
use crate::samples::{actor, customer, no_guests};
use crate::settings::current_settings::CurrentSettings;

/// Cash costs 150 by the settings of the first version, and nothing by those of version 0, which the shop has in memory.
fn settings() -> CurrentSettings {
    let free = {
        let mut plan = sample_settings::payments().plan().clone();
        plan.cod_fee = Money::ZERO;
        plan
    };
    let free = domain::payments::payment_settings::PaymentSettings::new(free).unwrap();
    let of = |version, value| ShopSettings { payments: Versioned { version, value }, ..ShopSettings::default() };
    let edited = of(SettingsVersion::default().next(), sample_settings::payments());
    let mut answers = vec![of(SettingsVersion::default(), free)];
    let mut store = MockSettingsStore::new();
    store.expect_load().returning(move || Ok(answers.pop().unwrap_or_else(|| edited.clone())));
    CurrentSettings::new(Arc::new(store))
}

/// An order of 2,400 by bank transfer.
fn by_transfer(who: &Principal) -> Order {
    let order = sample_orders::draft(&who.user, &[]).into_order();
    let delivery = OrderDelivery { district: Some(District::Colombo), ..OrderDelivery::default() };
    let times = sample_settings::payments().times_to_pay();
    let order = Order { total: sample_products::rupees(2_400), delivery, ..order };
    order.clone().paid_by(PaymentMethod::BankTransfer, Money::ZERO, &times, order.placed_at).unwrap()
}

/// The outcome of choosing cash; the store refuses versions of the settings that are not the present one.
async fn choosing(expected_total: Option<Money>, present: u32) -> Result<Order, PaymentError> {
    let who = customer();
    let order = by_transfer(&who);
    let (mut reader, mut payments) = (MockOrderReader::new(), MockPaymentRepository::new());
    let kept = order.clone();
    reader.expect_by_id().returning(move |_| Ok(Some(kept.clone())));
    payments.expect_change_by_settings().returning(move |_, _, _, seen, decide| {
        let changed = decide(&order).unwrap().order;
        Ok((seen.get() == present).then_some(Saved { value: changed, is_changed: true }))
    });
    let terms = PaymentTerms { settings: settings(), has_gateway: true, guests: no_guests() };
    let service = PaymentService { reader: Arc::new(reader), terms, ..service(payments, MockOrderRepository::new(), None) };
    let choice = MethodChoice { method: PaymentMethod::Cod, expected_total };
    service.choose_method(&who, &actor(&who), &OrderId::from_random(1), choice).await
}

#[tokio::test]
async fn settings_that_change_meanwhile_are_read_again() {
    assert_eq!(choosing(None, 1).await.unwrap().total, sample_products::rupees(2_550));
    assert_eq!(choosing(Some(sample_products::rupees(2_550)), 1).await.unwrap().total, sample_products::rupees(2_550));
}

#[tokio::test]
async fn another_total_than_was_seen_is_refused_with_the_new_one() {
    let refused = choosing(Some(sample_products::rupees(2_400)), 1).await.unwrap_err();
    assert_eq!((refused.kind(), refused.code()), (ErrorKind::Conflict, "order.price_changed"));
    let PaymentError::PriceChanged(order) = refused else { panic!("{refused:?}") };
    assert_eq!(order.total, sample_products::rupees(2_550));
}

#[tokio::test]
async fn settings_that_keep_changing_are_given_up() {
    let refused = choosing(None, 2).await.unwrap_err();
    assert_eq!((refused.kind(), refused.code()), (ErrorKind::Unavailable, "order.contended"));
}
