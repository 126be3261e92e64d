//! Which promotions a cart gets, and what becomes of its coupon.

use std::collections::BTreeMap;

use super::*;
use crate::catalog::product::Offer;
use crate::promotions::benefit::{Benefit, BenefitKind};
use crate::promotions::customer::CustomerHistory;
use crate::promotions::promotion::ActivePromotions;
use crate::promotions::samples::{coupon, day, fixed, known, lines, money, offer, percent, plan, steps};
use crate::promotions::scope::Scope;
use crate::promotions::terms::{PromotionPlan, UseLimit};
use crate::shared::text::Label;

/// A lotion of 1,000 rupees and a soap of 200 rupees.
fn offers() -> [Offer; 2] {
    [offer("lotion", 100_000, ("Sidha", "Skin")), offer("soap", 20_000, ("Kapila", "Bath"))]
}

/// What is asked of [`PromotionContext`]; the default is a visitor without a coupon.
#[derive(Default)]
struct Asked<'a> {
    coupon: &'a str,
    customer: Option<CustomerHistory>,
}

/// The promotions with their amounts, the parts of the lines, and the state and the message of the coupon.
type Chosen = (Vec<(u128, i64)>, Vec<(usize, i64)>, Option<(CouponState, String)>);

/// The goods promotion and its parts, and the state of the coupon, for one unit of each of the offers and a delivery of 350 rupees.
fn chosen(known: &ActivePromotions, asked: &Asked<'_>) -> Chosen {
    let (offers, entered) = (offers(), EnteredCode::parse(asked.coupon).ok());
    let goods = lines(&offers, &[1, 1]);
    let context = PromotionContext { known, coupon: entered.as_ref(), customer: asked.customer.as_ref(), today: day("2026-11-28") };
    let choice = Choice::of(&context, &goods).unwrap();
    let applied: Vec<_> = choice.goods().map(GoodsDiscount::applied).into_iter().chain(choice.delivery(money(35_000))).collect();
    let parts = choice.goods().map_or_else(Vec::new, |goods| goods.parts.clone());
    let coupon = choice.coupon(&applied).map(|answer| (answer.state, answer.message));
    (
        applied.iter().map(|applied| (applied.id.uuid().as_u128(), applied.amount.cents())).collect(),
        parts.into_iter().map(|(index, part)| (index, part.cents())).collect(),
        coupon,
    )
}

fn applied(plans: impl IntoIterator<Item = PromotionPlan>, coupon: &str) -> Vec<(u128, i64)> {
    chosen(&known(plans), &Asked { coupon, ..Asked::default() }).0
}

fn state(plan: PromotionPlan, asked: &Asked<'_>) -> CouponState {
    chosen(&known([coupon("SAVE", plan)]), asked).2.unwrap().0
}

fn entered() -> Asked<'static> {
    Asked { coupon: "save", customer: None }
}

#[test]
fn the_promotion_that_takes_off_most_is_chosen_once_for_goods_and_once_for_delivery() {
    let plans = [plan(percent(5)), plan(percent(10)), plan(Benefit::FreeDelivery), plan(fixed(100))];
    assert_eq!(applied(plans, ""), [(2, 12_000), (3, 35_000)]);
}

#[test]
fn of_equal_promotions_the_coupon_is_chosen_then_the_older() {
    assert_eq!(applied([plan(percent(10)), plan(fixed(12_000))], ""), [(1, 12_000)]);
    assert_eq!(applied([plan(percent(10)), coupon("SAVE", plan(fixed(12_000)))], "SAVE"), [(2, 12_000)]);
    let free = || plan(Benefit::FreeDelivery);
    assert_eq!(applied([free(), free()], ""), [(1, 35_000)]);
    assert_eq!(applied([free(), coupon("SAVE", free())], "save"), [(2, 35_000)]);
}

#[test]
fn a_coupon_applies_only_where_it_is_entered() {
    let plans = || [coupon("SAVE-10", plan(percent(10)))];
    assert_eq!(applied(plans(), ""), []);
    assert_eq!(applied(plans(), "save-10"), [(1, 12_000)]);
    assert_eq!(applied(plans(), "save-100"), []);
}

#[test]
fn a_discount_is_capped_and_spread_over_the_matching_lines_alone() {
    let capped = PromotionPlan { max_discount: Some(money(1_000)), ..plan(percent(10)) };
    let (capped, parts, _) = chosen(&known([capped]), &Asked::default());
    assert_eq!((capped, parts), (vec![(1, 1_000)], vec![(0, 833), (1, 167)]));
    let of_brand = Scope { brands: vec![Label::parse("KAPILA").unwrap()], ..Scope::default() };
    let (of_brand, parts, _) = chosen(&known([PromotionPlan { scope: of_brand, ..plan(percent(10)) }]), &Asked::default());
    assert_eq!((of_brand, parts), (vec![(1, 2_000)], vec![(1, 2_000)]));
    let delivery = PromotionPlan { max_discount: Some(money(20_000)), ..plan(Benefit::FreeDelivery) };
    assert_eq!(applied([delivery], ""), [(1, 20_000)]);
}

#[test]
fn a_coupon_tells_why_it_does_not_apply() {
    use CouponState::*;
    let on = |plan: PromotionPlan| state(plan, &entered());
    let ten = || plan(percent(10));
    assert_eq!(on(ten()), Applied);
    assert_eq!(on(PromotionPlan { is_active: false, ..ten() }), Unknown);
    assert_eq!(on(PromotionPlan { starts_on: Some(day("2026-11-29")), ..ten() }), NotYet);
    assert_eq!(on(PromotionPlan { starts_on: Some(day("2026-11-28")), ends_on: Some(day("2026-11-28")), ..ten() }), Applied);
    assert_eq!(on(PromotionPlan { ends_on: Some(day("2026-11-27")), ..ten() }), Expired);
    let elsewhere = Scope { categories: vec![Label::parse("Teas").unwrap()], ..Scope::default() };
    assert_eq!(on(PromotionPlan { scope: elsewhere, ..ten() }), NoMatch);
    assert_eq!(on(PromotionPlan { min_spend: Some(money(120_001)), ..ten() }), MinSpend);
    assert_eq!(on(PromotionPlan { min_spend: Some(money(120_000)), ..ten() }), Applied);
    assert_eq!(chosen(&known([ten()]), &entered()).2.unwrap().0, Unknown);
    let beaten = [plan(percent(20)), coupon("SAVE", ten())];
    assert_eq!(chosen(&known(beaten), &entered()).2.unwrap().0, NotBetter);
    let mut used = known([coupon("SAVE", PromotionPlan { usage_limit: UseLimit::parse(2).ok(), ..ten() })]);
    for (uses, state) in [(1, Applied), (2, UsedUp)] {
        used.promotions[0].uses = uses;
        assert_eq!(chosen(&used, &entered()).2.unwrap().0, state, "{uses} uses");
    }
}

#[test]
fn the_message_of_a_coupon_names_what_is_missing() {
    let (_, _, answer) =
        chosen(&known([coupon("SAVE", PromotionPlan { min_spend: Some(money(200_000)), ..plan(percent(10)) })]), &entered());
    assert_eq!(answer.unwrap().1, "Add products for LKR. 800.00 more to use this coupon.");
}

#[test]
fn a_promotion_for_some_customers_needs_to_know_them() {
    let once = || PromotionPlan { per_customer_limit: UseLimit::parse(1).ok(), ..plan(percent(10)) };
    let first = || PromotionPlan { first_order_only: true, ..plan(percent(10)) };
    let id = known([once()]).promotions[0].id;
    let new = CustomerHistory::default();
    let ordered = CustomerHistory { has_ordered: true, uses: BTreeMap::new() };
    let used = CustomerHistory { has_ordered: true, uses: BTreeMap::from([(id, 1)]) };
    for (plan, customer, expected) in [
        (once(), None, CouponState::LoginNeeded),
        (once(), Some(new.clone()), CouponState::Applied),
        (once(), Some(ordered.clone()), CouponState::Applied),
        (once(), Some(used), CouponState::NotForYou),
        (first(), None, CouponState::LoginNeeded),
        (first(), Some(new), CouponState::Applied),
        (first(), Some(ordered), CouponState::NotForYou),
    ] {
        assert_eq!(state(plan, &Asked { customer, ..entered() }), expected);
    }
}

#[test]
fn only_a_coupon_that_is_beaten_lets_an_order_through() {
    let accepted: Vec<_> = CouponState::ALL.into_iter().filter(|state| !state.refuses_order()).collect();
    assert_eq!(accepted, [CouponState::Applied, CouponState::NotBetter]);
}

/// The hints of a cart of 1,200 rupees: benefit, what is missing, percentage.
fn hints(plans: impl IntoIterator<Item = PromotionPlan>) -> Vec<(BenefitKind, i64, Option<u32>)> {
    let (offers, known) = (offers(), known(plans));
    let context = PromotionContext { known: &known, coupon: None, customer: None, today: day("2026-11-28") };
    let choice = Choice::of(&context, &lines(&offers, &[1, 1])).unwrap();
    let hint = |hint: Hint| (hint.benefit, hint.remaining.cents(), hint.percent.map(crate::promotions::benefit::Percent::get));
    choice.hints(None, false).into_iter().map(hint).collect()
}

#[test]
fn the_nearest_better_promotion_is_a_hint() {
    let from = |cents, benefit| PromotionPlan { min_spend: Some(money(cents)), ..plan(benefit) };
    assert_eq!(
        hints([from(200_000, Benefit::FreeDelivery), from(150_000, percent(5)), from(140_000, fixed(100))]),
        [(BenefitKind::FreeDelivery, 80_000, None), (BenefitKind::Fixed, 20_000, None)]
    );
    let stepped = || plan(steps(&[(100_000, 5), (300_000, 10)]));
    assert_eq!(hints([stepped()]), [(BenefitKind::Steps, 180_000, Some(10))]);
    assert_eq!(hints([plan(percent(50)), from(150_000, percent(5))]), [], "less than it has");
    assert_eq!(hints([coupon("SAVE", from(150_000, percent(5)))]), [], "coupons are secret");
}
