//! Orders of guests.

use domain::orders::guest_orders::{AccessEpoch, AccessKey, GuestAccess, MockGuestOrders};
use domain::payments::payment_method::PaymentMethod;
use domain::shared::email::EmailAddress;
use domain::shared::idempotency::KeyOwner;

use super::*;

fn guest() -> Buyer {
    Buyer::Guest(EmailAddress::parse("nimali@example.com").unwrap())
}

/// A shop in which the order of this number has been revoked once.
fn shop(orders: MockOrderRepository, is_blocked: bool) -> PlaceOrder {
    let (mut guests, mut keys) = (MockGuestOrders::new(), MockAccessKeys::new());
    guests.expect_is_blocked().returning(move |_, phone| {
        assert_eq!(phone, Some(&sample_orders::shipping().phone));
        Ok(is_blocked)
    });
    guests.expect_access().returning(|order| {
        let email = EmailAddress::parse("nimali@example.com").unwrap();
        Ok(Some(GuestAccess { order: order.clone(), email, epoch: AccessEpoch(1) }))
    });
    keys.expect_key_of().returning(|_, epoch| AccessKey::new(format!("key {}", epoch.0)));
    let shop = use_case(selling_at(&[1_200]), orders);
    let guests: Arc<dyn GuestOrders> = Arc::new(guests);
    let mut source = pricing(shop_settings(), none());
    source.guests = guests.clone();
    let quotes = QuoteCart::new(Arc::new(selling_at(&[1_200])), follower(0), source);
    PlaceOrder { quotes, guests, access_keys: Arc::new(keys), ..shop }
}

fn shop_settings() -> CurrentSettings {
    let mut store = MockSettingsStore::new();
    store.expect_load().returning(|| Ok(ShopSettings::default()));
    CurrentSettings::new(Arc::new(store))
}

#[tokio::test]
async fn a_guest_gets_the_key_of_the_order_which_has_limits_and_mails() {
    let mut orders = MockOrderRepository::new();
    orders.expect_place().returning(|draft| {
        assert_eq!((draft.user_id, draft.email.as_str(), draft.new_customer.is_some()), (None, "nimali@example.com", true));
        assert_eq!((draft.mails.len(), draft.key_owner()), (2, KeyOwner::Guest(draft.email.clone())));
        Ok(placed(draft.clone()))
    });
    let placed = shop(orders, false).run_decided(&guest(), &with_key(checkout())).await.unwrap();
    assert_eq!((placed.order.user_id, placed.access_key), (None, Some(AccessKey::new("key 1".to_owned()))));
}

/// Its user logs in to see it.
#[tokio::test]
async fn an_order_that_an_account_gets_has_no_key() {
    let given = |draft: OrderDraft| {
        let user_id = Some(customer().user.id);
        Placement::Placed(Order { user_id, ..draft.into_order() })
    };
    let placed = shop(answering(vec![given]), false).run_decided(&guest(), &checkout()).await.unwrap();
    assert_eq!(placed.access_key, None);
    let of_user = use_case(selling_at(&[1_200]), answering(vec![super::placed])).run_decided(&customer().into(), &checkout()).await;
    assert_eq!(of_user.unwrap().access_key, None);
}

/// The sentence is that of any method that is not offered.
#[tokio::test]
async fn a_guest_with_the_contact_of_a_blocked_account_does_not_pay_on_delivery() {
    let refusal = |refused: Result<PlacedOrder, PlaceOrderError>| match refused.unwrap_err() {
        PlaceOrderError::PaymentUnavailable(reason) => reason,
        other => panic!("{other:?}"),
    };
    let chosen = DeliveryRequest { payment: Some(PaymentMethod::Cod), ..DeliveryRequest::default() };
    for checkout in [checkout(), Checkout { delivery: chosen, ..checkout() }] {
        let refused = shop(MockOrderRepository::new(), true).run_decided(&guest(), &checkout).await;
        assert_eq!(refusal(refused), PaymentRefusal::NotOffered);
    }
    let late = |_| Placement::NoCashOnDelivery;
    let refused = shop(answering(vec![late]), false).run_decided(&guest(), &checkout()).await;
    assert_eq!(refusal(refused), PaymentRefusal::NotOffered);
}
