mod promotions;

use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::catalog::product::Prices;
use crate::catalog::weight::Weight;
use crate::orders::order::{OrderDraft, total_of};
use crate::shared::ids::ProductId;
use crate::shared::quantity::Stock;
use crate::shared::text::{PictureUrl, ProductName};

fn code(text: &str) -> ProductCode {
    ProductCode::parse(text).unwrap()
}

fn quantity(units: i64) -> Quantity {
    Quantity::parse(units).unwrap()
}

fn line(text: &str, units: i64) -> CartLine {
    CartLine { code: code(text), quantity: quantity(units) }
}

fn shown(cart: &Cart) -> Vec<(String, u32)> {
    cart.lines().iter().map(|l| (l.code.to_string(), l.quantity.get())).collect()
}

/// Lines of a few products, many of them of the same product in another case.
fn any_lines() -> impl Strategy<Value = Vec<CartLine>> {
    prop::collection::vec(("[a-dA-D]", 1_i64..1_000).prop_map(|(c, q)| line(&c, q)), 1..=MAX_LINES)
}

/// How many units of a product the lines hold together.
fn units_of(lines: &[CartLine], code: &ProductCode) -> u32 {
    lines.iter().filter(|l| l.code == *code).map(|l| l.quantity.get()).sum()
}

#[test]
fn lines_of_one_product_are_added_up_in_first_come_order() {
    let cart = Cart::from_lines([line("B", 1), line("a", 2), line("b", 3), line("c", 1), line("A", 5)]).unwrap();
    assert_eq!(shown(&cart), [("B".to_owned(), 4), ("a".to_owned(), 7), ("c".to_owned(), 1)]);
}

#[test]
fn an_order_has_1_to_100_lines() {
    let lines = |n: usize| (0..n).map(|i| line(&format!("p{i}"), 1));
    assert_eq!(Cart::from_lines(lines(0)), Err(CartError::Empty));
    assert_eq!(Cart::from_lines(lines(100)).map(|c| c.lines().len()), Ok(100));
    assert_eq!(Cart::from_lines(lines(101)), Err(CartError::TooManyLines));
    let sentence = "must have at most 100 lines, one for each product; order the others separately";
    assert_eq!(CartError::TooManyLines.to_string(), sentence);
    let of_one_product = (0..101).map(|_| line("p", 1));
    assert_eq!(Cart::from_lines(of_one_product), Err(CartError::TooManyLines), "lines count as they are given");
    assert_eq!(CartError::Empty.to_string(), "There Are No Items In The Cart");
}

#[test]
fn too_many_units_name_the_line_that_passed_the_limit() {
    let lines = [line("a", 999_999), line("b", 1_000_000), line("A", 1), line("a", 1)];
    assert_eq!(Cart::from_lines(lines), Err(CartError::Quantity { line: 3, error: QuantityError::TooLarge }));
}

#[test]
fn adding_too_many_changes_nothing() {
    let mut cart = Cart::default();
    cart.add(code("a"), quantity(999_999)).unwrap();
    let before = cart.clone();
    assert_eq!(cart.add(code("A"), quantity(2)), Err(QuantityError::TooLarge));
    assert_eq!(cart, before);
}

/// An offer with prices in cents.
fn offer(name: &str, price: i64, last_price: i64, stock: i64) -> Offer {
    let money = |cents| Money::from_cents(cents).unwrap();
    Offer {
        product_id: ProductId::new(Uuid::nil()),
        code: ProductCode::parse(name).unwrap(),
        name: ProductName::parse(&format!("Product {name}")).unwrap(),
        image: PictureUrl::parse(&format!("/images/{name}.webp")).ok(),
        brand: None,
        category: None,
        prices: Prices::new(money(price), Some(money(last_price))).unwrap(),
        stock: Stock::parse(stock).unwrap(),
        weight: Weight::default(),
    }
}

fn cart(lines: &[(&str, i64)]) -> Cart {
    Cart::from_lines(lines.iter().map(|(code, units)| line(code, *units))).unwrap()
}

/// Up to ten products, and a cart with all of them.
fn shop_and_cart() -> impl Strategy<Value = (Vec<Offer>, Cart)> {
    prop::collection::vec((1_i64..=1_000_000, 1_i64..=100, 0_i64..50, 1_i64..50), 1..=10).prop_map(|rows| {
        let codes: Vec<_> = (0..rows.len()).map(|i| format!("p{i}")).collect();
        let offers =
            codes.iter().zip(&rows).map(|(code, (price, percent, stock, _))| offer(code, *price, (price * percent / 100).max(1), *stock));
        let lines: Vec<_> = codes.iter().zip(&rows).map(|(code, (.., units))| (code.as_str(), *units)).collect();
        (offers.collect(), cart(&lines))
    })
}

#[test]
fn prices_a_cart() {
    let offers = [offer("sun", 450_000, 399_950, 3), offer("rose", 10_050, 10_050, 0)];
    let quote = Quote::of(&cart(&[("ROSE", 2), ("Sun", 3)]), &offers).unwrap();
    assert_eq!(quote.labeled_total.to_string(), "13701.00");
    assert_eq!(quote.total.to_string(), "12199.50");
    assert_eq!(quote.discount.to_string(), "1501.50");
    let lines: Vec<_> = quote.lines.iter().map(|l| (l.offer.code.as_str(), l.line_total.cents(), l.available())).collect();
    assert_eq!(lines, [("rose", 20_100, false), ("sun", 1_199_850, true)]);
}

#[test]
fn names_every_unknown_product() {
    let offers = [offer("sun", 100, 100, 1)];
    let unknown = Quote::of(&cart(&[("x", 1), ("sun", 1), ("Y", 1)]), &offers).unwrap_err();
    assert_eq!(unknown, QuoteError::UnknownProducts(vec![ProductCode::parse("x").unwrap(), ProductCode::parse("y").unwrap()]));
}

#[test]
fn a_total_past_the_limit_is_refused() {
    let limit = Money::MAX.cents();
    let offers = [offer("dear", limit, limit, 9), offer("cheap", 1, 1, 9), offer("sale", limit, 1, 9)];
    assert_eq!(Quote::of(&cart(&[("dear", 1)]), &offers).map(|q| q.total), Ok(Money::MAX));
    for lines in [&[("dear", 2)][..], &[("dear", 1), ("cheap", 1)], &[("dear", 1_000_000)], &[("sale", 2)]] {
        assert_eq!(Quote::of(&cart(lines), &offers), Err(QuoteError::Total(MoneyError::TooLarge)), "{lines:?}");
    }
    assert_eq!(QuoteError::from(MoneyError::TooLarge).to_string(), "the total must be at most 1,000,000,000");
}

proptest! {
    #[test]
    fn merging_keeps_every_unit_and_every_product_once(lines in any_lines()) {
        let cart = Cart::from_lines(lines.clone()).unwrap();
        for (place, merged) in cart.lines().iter().enumerate() {
            prop_assert_eq!(merged.quantity.get(), units_of(&lines, &merged.code));
            prop_assert!(cart.lines()[..place].iter().all(|other| other.code != merged.code));
        }
        prop_assert!(lines.iter().all(|l| cart.lines().iter().any(|m| m.code == l.code)));
    }

    #[test]
    fn the_order_of_lines_changes_no_quantity(lines in any_lines()) {
        let forth = Cart::from_lines(lines.clone()).unwrap();
        let back = Cart::from_lines(lines.into_iter().rev()).unwrap();
        prop_assert_eq!(forth.lines().len(), back.lines().len());
        for merged in forth.lines() {
            prop_assert_eq!(units_of(back.lines(), &merged.code), merged.quantity.get());
        }
    }

    #[test]
    fn merging_is_idempotent(lines in any_lines()) {
        let cart = Cart::from_lines(lines).unwrap();
        prop_assert_eq!(Cart::from_lines(cart.lines().to_vec()), Ok(cart));
    }

    #[test]
    fn totals_are_the_sums_of_their_lines((offers, cart) in shop_and_cart()) {
        let quote = Quote::of(&cart, &offers).unwrap();
        let sum = |of: fn(&QuoteLine) -> i64| quote.lines.iter().map(of).sum::<i64>();
        prop_assert_eq!(quote.total.cents(), sum(|l| l.line_total.cents()));
        prop_assert_eq!(quote.total.cents(), sum(|l| l.offer.prices.last_price().cents() * i64::from(l.quantity.get())));
        prop_assert_eq!(quote.labeled_total.cents(), sum(|l| l.offer.prices.price().cents() * i64::from(l.quantity.get())));
    }

    #[test]
    fn the_discount_is_the_difference_of_the_totals((offers, cart) in shop_and_cart()) {
        let quote = Quote::of(&cart, &offers).unwrap();
        prop_assert!(quote.total <= quote.labeled_total);
        prop_assert_eq!(quote.total.plus(quote.discount), Ok(quote.labeled_total));
        let any_discounted = quote.lines.iter().any(|l| l.offer.prices.last_price() < l.offer.prices.price());
        prop_assert_eq!(quote.discount > Money::ZERO, any_discounted);
    }

    #[test]
    fn lines_follow_the_cart_in_any_order_of_offers((mut offers, cart) in shop_and_cart()) {
        let quote = Quote::of(&cart, &offers).unwrap();
        prop_assert!(quote.lines.iter().map(|l| (&l.offer.code, l.quantity)).eq(cart.lines().iter().map(|l| (&l.code, l.quantity))));
        offers.reverse();
        prop_assert_eq!(Quote::of(&cart, &offers), Ok(quote));
    }

    #[test]
    fn an_order_of_a_quote_has_its_total((offers, cart) in shop_and_cart()) {
        let quote = Quote::of(&cart, &offers).unwrap();
        let items = OrderDraft::items_of(&quote);
        prop_assert_eq!(total_of(&items), Ok(quote.total));
        prop_assert!(items.iter().zip(&offers).all(|(i, o)| i.price == o.prices.last_price() && i.name == o.name && i.image == o.image && i.product_id == Some(o.product_id)));
    }

    #[test]
    fn a_product_without_an_offer_has_no_price((offers, cart) in shop_and_cart(), missing in 0_usize..10) {
        let missing = missing % offers.len();
        let mut rest = offers.clone();
        let gone = rest.remove(missing);
        prop_assert_eq!(Quote::of(&cart, &rest), Err(QuoteError::UnknownProducts(vec![gone.code])));
    }
}
