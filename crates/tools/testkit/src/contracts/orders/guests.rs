//! The contract of [`domain::orders::guest_orders::GuestOrders`], and of orders of guests.

use domain::accounts::email_verification::{EmailClaim, VALID_FOR};
use domain::accounts::user::{NewUser, User};
use domain::messages::outbox::NewMail;
use domain::orders::guest_orders::{AccessEpoch, RevokeLinkError};
use domain::orders::new_customer::NewCustomerLimit;
use domain::orders::order::{Order, OrderDraft, Shipping};
use domain::orders::order_mails;
use domain::orders::ports::PlaceOrderOutcome;
use domain::shared::email::EmailAddress;
use domain::shared::idempotency::KeyOwner;
use domain::shared::phone::PhoneNumber;

use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_products, sample_users, unique};

/// A telephone number that no other test has.
fn phone() -> String {
    format!("07{:08}", unique::bits() % 100_000_000)
}

/// The draft of a guest at this address for a product of a large stock.
async fn draft_of(shop: &Shop, email: &EmailAddress, units: i64) -> OrderDraft {
    let product = shop.add(sample_products::with_stock(1_000, sample_products::product("Rose water"))).await;
    sample_orders::of_guest(email, &phone(), &[(&product, units)])
}

/// The draft, by bank transfer, without an end of the time to pay.
fn prepaid(draft: OrderDraft) -> OrderDraft {
    OrderDraft { time_to_pay: None, ..sample_orders::by_transfer(draft) }
}

async fn placed(shop: &Shop, email: &EmailAddress) -> Order {
    shop.place(&draft_of(shop, email, 1).await).await
}

async fn verify(shop: &Shop, user: &User) {
    let claim = EmailClaim { user: user.id, email: user.email.clone(), until: moments::now() + VALID_FOR };
    shop.verifier.verify(&claim, moments::now()).await.unwrap();
}

async fn epoch(shop: &Shop, order: &Order) -> Option<AccessEpoch> {
    let access = shop.guests.access(&order.id).await.unwrap()?;
    assert_eq!((&access.order, &access.email), (&order.id, &order.email));
    Some(access.epoch)
}

async fn revoke(shop: &Shop, order: &Order, mail: Option<NewMail>) -> Result<(), RevokeLinkError> {
    shop.guests.revoke(&order.id, mail, &sample_users::actor(), moments::now()).await
}

/// The mail with the new link goes with it. The order of an account has no link.
pub async fn a_guests_order_is_opened_until_its_link_is_revoked(shop: &Shop) {
    let order = placed(shop, &sample_users::email()).await;
    assert_eq!((order.user_id, epoch(shop, &order).await), (None, Some(AccessEpoch(0))));
    revoke(shop, &order, None).await.unwrap();
    revoke(shop, &order, Some(order_mails::new_link(&order, moments::now()))).await.unwrap();
    assert_eq!(epoch(shop, &order).await, Some(AccessEpoch(2)));
    let mails = shop.outbox.take_due(moments::now(), 10).await.unwrap();
    assert_eq!(mails.iter().map(|mail| mail.to.as_ref()).collect::<Vec<_>>(), [Some(&order.email)]);
    let customer = shop.customer().await;
    let product = shop.add(sample_products::product("Soap")).await;
    let of_account = shop.place(&sample_orders::draft(&customer, &[(&product, 1)])).await;
    assert_eq!(epoch(shop, &of_account).await, None);
    assert!(matches!(revoke(shop, &of_account, None).await, Err(RevokeLinkError::NoLink)));
}

/// Registering alone gives nothing, and orders of other addresses stay.
pub async fn verifying_the_address_gives_an_account_the_orders(shop: &Shop) {
    let email = sample_users::email();
    let (order, other) = (placed(shop, &email).await, placed(shop, &sample_users::email()).await);
    let user = shop.register(NewUser { email, ..sample_users::customer() }).await;
    assert_eq!((shop.order(&order).await.user_id, epoch(shop, &order).await), (None, Some(AccessEpoch(0))));
    verify(shop, &user).await;
    assert_eq!((shop.order(&order).await.user_id, epoch(shop, &order).await), (Some(user.id), None));
    assert_eq!((shop.order(&other).await.user_id, epoch(shop, &other).await), (None, Some(AccessEpoch(0))));
}

/// Neither the key opens them again, nor does another account with the address get them.
pub async fn the_orders_of_a_deleted_account_are_no_guests(shop: &Shop) {
    let email = sample_users::email();
    let order = placed(shop, &email).await;
    let user = shop.register(NewUser { email: email.clone(), ..sample_users::customer() }).await;
    verify(shop, &user).await;
    shop.users.delete(&email, &sample_users::actor(), moments::now()).await.unwrap();
    let another = shop.register(NewUser { email, ..sample_users::customer() }).await;
    verify(shop, &another).await;
    assert_eq!((shop.order(&order).await.user_id, epoch(shop, &order).await), (None, None));
}

/// At once; not so a blocked one, or one whose address is not verified.
pub async fn a_verified_account_gets_the_new_orders_of_its_address(shop: &Shop) {
    let user = shop.customer().await;
    assert_eq!(placed(shop, &user.email).await.user_id, None);
    verify(shop, &user).await;
    let order = placed(shop, &user.email).await;
    assert_eq!((order.user_id, shop.order(&order).await.user_id, epoch(shop, &order).await), (Some(user.id), Some(user.id), None));
    shop.users.set_blocked(&user.email, true, &sample_users::actor(), moments::now()).await.unwrap();
    let prepaid = shop.place(&prepaid(draft_of(shop, &user.email, 1).await)).await;
    assert_eq!((prepaid.user_id, epoch(shop, &prepaid).await), (None, Some(AccessEpoch(0))));
}

/// Of open orders with the address or with the telephone number, in any spelling, and of units.
pub async fn a_guest_has_the_limits_of_new_customers(shop: &Shop) {
    let email = sample_users::email();
    let many = shop.orders.place(&draft_of(shop, &email, 31).await).await.unwrap();
    assert_eq!(many, PlaceOrderOutcome::NewCustomer(NewCustomerLimit::Units));
    for _ in 0..3 {
        placed(shop, &email).await;
    }
    let fourth = shop.orders.place(&draft_of(shop, &email, 1).await).await.unwrap();
    assert_eq!(fourth, PlaceOrderOutcome::NewCustomer(NewCustomerLimit::Orders));
    let number = phone();
    let spelled = |spelling: &str| PhoneNumber::parse(spelling).unwrap();
    for spelling in [number.clone(), format!("+94 {}", &number[1..]), format!("({}) {}", &number[..3], &number[3..])] {
        let draft = draft_of(shop, &sample_users::email(), 1).await;
        shop.place(&OrderDraft { shipping: Shipping { phone: spelled(&spelling), ..draft.shipping.clone() }, ..draft }).await;
    }
    let draft = draft_of(shop, &sample_users::email(), 1).await;
    let same_number = OrderDraft { shipping: Shipping { phone: spelled(&number), ..draft.shipping.clone() }, ..draft };
    assert_eq!(shop.orders.place(&same_number).await.unwrap(), PlaceOrderOutcome::NewCustomer(NewCustomerLimit::Orders));
}

/// Its address, or the telephone number of its orders in any spelling; it may pay beforehand.
pub async fn a_blocked_contact_does_not_pay_on_delivery(shop: &Shop) {
    let (user, number) = (shop.customer().await, phone());
    let product = shop.add(sample_products::with_stock(100, sample_products::product("Rose water"))).await;
    let of_user = sample_orders::draft(&user, &[(&product, 1)]);
    let shipping = Shipping { phone: PhoneNumber::parse(&number).unwrap(), ..of_user.shipping.clone() };
    shop.place(&OrderDraft { shipping, ..of_user }).await;
    let spelled = format!("+94 {}", &number[1..]);
    let drafts = [
        sample_orders::of_guest(&user.email, &phone(), &[(&product, 1)]),
        sample_orders::of_guest(&sample_users::email(), &spelled, &[(&product, 1)]),
    ];
    let is_blocked = async |draft: &OrderDraft| shop.guests.is_blocked(&draft.email, Some(&draft.shipping.phone)).await.unwrap();
    for draft in &drafts {
        assert!(!is_blocked(draft).await);
    }
    shop.users.set_blocked(&user.email, true, &sample_users::actor(), moments::now()).await.unwrap();
    for draft in drafts {
        assert!(is_blocked(&draft).await);
        assert_eq!(shop.orders.place(&draft).await.unwrap(), PlaceOrderOutcome::NoCashOnDelivery);
        shop.place(&prepaid(draft)).await;
    }
    let other = sample_orders::of_guest(&sample_users::email(), &phone(), &[(&product, 1)]);
    assert!(!is_blocked(&other).await && !shop.guests.is_blocked(&other.email, None).await.unwrap());
    shop.place(&other).await;
}

/// The same key of another guest is another.
pub async fn the_keys_of_requests_belong_to_the_address(shop: &Shop) {
    let (email, claim) = (sample_users::email(), sample_orders::claim("one"));
    let draft = OrderDraft { claim: Some(claim.clone()), ..draft_of(shop, &email, 1).await };
    let order = shop.place(&draft).await;
    let again = OrderDraft { id: sample_orders::order_id(), ..draft };
    assert_eq!(shop.orders.place(&again).await.unwrap(), PlaceOrderOutcome::Replayed(order.clone()));
    let known = shop.orders.placed_with(&KeyOwner::Guest(email), &claim.key).await.unwrap();
    assert_eq!(known, Some((claim.fingerprint.clone(), order)));
    let other = sample_users::email();
    assert_eq!(shop.orders.placed_with(&KeyOwner::Guest(other.clone()), &claim.key).await.unwrap(), None);
    shop.place(&OrderDraft { claim: Some(claim), ..draft_of(shop, &other, 1).await }).await;
}

/// Whichever comes first, the order belongs to the account.
pub async fn verifying_and_ordering_at_once_agree(shop: &Shop) {
    for _ in 0..10 {
        let user = shop.customer().await;
        let draft = draft_of(shop, &user.email, 1).await;
        let ((), order) = tokio::join!(verify(shop, &user), shop.place(&draft));
        assert_eq!((shop.order(&order).await.user_id, epoch(shop, &order).await), (Some(user.id), None));
    }
}
