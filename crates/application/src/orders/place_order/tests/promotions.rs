//! Orders with coupons.

use domain::orders::order::OrderDraft;
use domain::promotions::applied::CouponState;
use domain::promotions::customer::{CustomerHistory, CustomerIdentity};
use domain::promotions::promotion::Promotion;
use domain::promotions::terms::{PromotionPlan, UseLimit};
use testkit::sample_promotions;

use super::*;

fn with_coupon() -> Checkout {
    Checkout { coupon: EnteredCode::parse("save").ok(), ..checkout() }
}

/// The coupon SAVE of 10 %, with as many uses as its limit of 1 leaves.
fn limited(uses: u32) -> ActivePromotions {
    let limited = PromotionPlan { usage_limit: UseLimit::parse(1).ok(), ..sample_promotions::coupon("SAVE") };
    let promotion = Promotion { uses, ..sample_promotions::promotion(limited) };
    ActivePromotions { promotions: vec![promotion], saves: 4 }
}

/// A shop that reads these promotions one after the other, each once.
fn shop(promotions: Vec<ActivePromotions>, orders: MockOrderRepository) -> PlaceOrder {
    let (mut store, times) = (MockPromotionRepository::new(), promotions.len());
    let answers = Mutex::new(promotions.into_iter());
    store.expect_active().times(times).returning(move || Ok(answers.lock().unwrap().next().unwrap()));
    shop_of((ShopSettings::default(), CurrentPromotions::new(Arc::new(store))), selling_at(&[1_200]), orders)
}

/// Refuses each draft, as the store does where the last use was taken since.
fn changed(_: OrderDraft) -> Placement {
    Placement::OfferChanged
}

#[tokio::test]
async fn an_order_keeps_its_coupon_and_names_the_promotions_that_it_was_priced_with() {
    let (sender, receiver) = std::sync::mpsc::channel();
    let mut orders = MockOrderRepository::new();
    orders.expect_place().returning(move |draft| {
        sender.send(draft.promotions.clone().unwrap()).unwrap();
        Ok(placed(draft.clone()))
    });
    let known = limited(0);
    let id = known.promotions[0].id;
    let order = shop(vec![known], orders).place(&customer().into(), &with_coupon()).await.unwrap().order;
    assert_eq!((order.total, order.items[0].discount), (sample_products::rupees(2_160), sample_products::rupees(240)));
    assert_eq!(order.promotions()[0].amount, sample_products::rupees(240));
    let seen = receiver.recv().unwrap();
    assert_eq!((seen.saves, seen.limited), (4, vec![id]));
}

#[tokio::test]
async fn a_coupon_whose_last_use_was_taken_meanwhile_is_refused_with_the_present_price() {
    let shop = shop(vec![limited(0), limited(1)], answering(vec![changed]));
    let refused = shop.place(&customer().into(), &with_coupon()).await.unwrap_err();
    let PlaceOrderError::CouponRefused(quote) = refused else { panic!("{refused:?}") };
    assert_eq!(quote.promotions.coupon.unwrap().state, CouponState::UsedUp);
    assert_eq!(quote.total, sample_products::rupees(2_400));
}

#[tokio::test]
async fn a_coupon_is_refused_only_by_promotions_that_are_read_anew() {
    let shop = shop(vec![ActivePromotions::default(), limited(0)], answering(vec![placed]));
    assert_eq!(shop.place(&customer().into(), &with_coupon()).await.unwrap().order.total, sample_products::rupees(2_160));
}

#[tokio::test]
async fn the_history_of_a_customer_is_read_by_account_address_and_telephone_where_it_decides() {
    let first_order = PromotionPlan { first_order_only: true, ..sample_promotions::coupon("SAVE") };
    let known = ActivePromotions { promotions: vec![sample_promotions::promotion(first_order)], saves: 1 };
    let (mut store, who) = (MockPromotionRepository::new(), customer());
    let expected = CustomerIdentity { phone: Some(sample_orders::shipping().phone), ..CustomerIdentity::of(&who.user) };
    store.expect_active().returning(move || Ok(known.clone()));
    store.expect_history().times(2).returning(move |customer, _| {
        assert_eq!(*customer, expected);
        Ok(CustomerHistory { has_ordered: true, ..CustomerHistory::default() })
    });
    let promotions = CurrentPromotions::new(Arc::new(store));
    let shop = shop_of((ShopSettings::default(), promotions), selling_at(&[1_200]), answering(vec![placed]));
    shop.place(&who.clone().into(), &checkout()).await.unwrap();
    let refused = shop.place(&who.clone().into(), &with_coupon()).await.unwrap_err();
    let PlaceOrderError::CouponRefused(quote) = refused else { panic!("{refused:?}") };
    assert_eq!(quote.promotions.coupon.unwrap().state, CouponState::NotForYou);
}
