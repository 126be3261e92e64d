//! What every mail about an order says of money, over all states of a payment, methods and steps.

use chrono::DateTime;
use domain::messages::mail_message::{OrderNews, OrderStep};
use domain::shared::email::EmailAddress;
use domain::shared::language::Language;
use domain::shared::order_id::OrderId;
use domain::shared::text::Text;

use super::*;
use crate::renderer::order_words::{StepWords, words_of};

const TOTAL: i64 = 300_000;

/// The money of an order of LKR. 3,000.00 after a step, in rupees.
#[derive(Clone, Copy, Debug)]
struct State {
    name: &'static str,
    due: i64,
    held: i64,
    to_return: i64,
    under_way: i64,
    is_cancelled: bool,
}

const fn state(name: &'static str, due: i64, held: i64, to_return: i64, under_way: i64, is_cancelled: bool) -> State {
    State { name, due, held, to_return, under_way, is_cancelled }
}

const STATES: [State; 12] = [
    state("unpaid", 3_000, 0, 0, 0, false),
    state("partly paid", 2_000, 1_000, 0, 0, false),
    state("paid", 0, 3_000, 0, 0, false),
    state("nothing to pay", 0, 0, 0, 0, false),
    state("paid too much", 0, 3_500, 500, 0, false),
    state("paid too much, on its way back", 0, 3_500, 0, 500, false),
    state("charged back", 3_000, 0, 0, 0, false),
    state("cancelled, unpaid", 0, 0, 0, 0, true),
    state("cancelled, paid", 0, 3_000, 3_000, 0, true),
    state("cancelled, partly paid", 0, 1_000, 1_000, 0, true),
    state("cancelled, on its way back", 0, 3_000, 0, 3_000, true),
    state("cancelled, partly on its way back", 0, 3_000, 2_000, 1_000, true),
];

fn rupees(amount: i64) -> String {
    amount_of(amount * 100)
}

fn amount_of(cents: i64) -> String {
    amount(cents)
}

fn order(state: State, payment: PaymentMethod) -> OrderSummary {
    let money = |rupees: i64| Money::from_cents(rupees * 100).ok();
    let State { due, held, to_return, under_way, is_cancelled, .. } = state;
    OrderSummary {
        id: OrderId::parse("ARA-7K3M-Q9TX").unwrap(),
        email: EmailAddress::parse("nimali@example.com").unwrap(),
        recipient: None,
        is_pickup: false,
        items: Vec::new(),
        parts: Vec::new(),
        total: Money::from_cents(TOTAL).unwrap(),
        vat: None,
        payment,
        tracking: None,
        news: OrderNews {
            amount: money(700),
            due: money(due),
            to_return: money(to_return),
            under_way: money(under_way),
            held: money(held),
            is_cancelled,
            is_handed_over: false,
            until: payment.is_prepaid().then(|| DateTime::from_timestamp(1_772_739_000, 0).unwrap()),
            text: None,
            returned: Vec::new(),
        },
    }
}

fn account() -> BankAccount {
    let text = |text| Text::parse(text).unwrap();
    BankAccount { bank: text("Sampath Bank"), branch: Some(text("Borella")), holder: text("Kiri"), number: Text::parse("1234").unwrap() }
}

fn words(step: OrderStep, order: &OrderSummary) -> StepWords {
    words_of(step, order, Texts::of(Language::English), ShopCalendar::parse("Asia/Colombo").unwrap(), Some(&account()))
}

/// Subject, heading and sentences.
fn said(words: &StepWords) -> String {
    let account = words.account.iter().map(|(label, value)| format!("{label}: {value}"));
    let lines = [words.subject.clone(), words.heading.to_owned()].into_iter();
    lines.chain(words.sentences.clone()).chain(words.advice.clone()).chain(account).collect::<Vec<_>>().join("\n")
}

/// Each step with each state that it can be in.
fn cases() -> Vec<(OrderStep, State, PaymentMethod, String)> {
    let ends = |step| matches!(step, OrderStep::Cancelled | OrderStep::Expired);
    let any = |step| matches!(step, OrderStep::Paid | OrderStep::Refunded | OrderStep::SlipRejected | OrderStep::Note);
    let mut cases = Vec::new();
    for step in OrderStep::ALL.into_iter().filter(|step| !step.kind().is_for_shop()) {
        for state in STATES.into_iter().filter(|state| any(step) || ends(step) == state.is_cancelled) {
            for method in PaymentMethod::ALL {
                let said = said(&words(step, &order(state, method)));
                cases.push((step, state, method, said));
            }
        }
    }
    assert!(cases.len() > 250, "{}", cases.len());
    cases
}

/// Words that ask for money.
const ASKING: [&str; 9] = [
    "Please transfer",
    "please pay",
    "Please pay",
    "in cash",
    "You pay",
    "still to be paid",
    "upload another slip",
    "could not find your payment",
    "Account number",
];

#[test]
fn nothing_is_asked_for_where_nothing_is_due() {
    for (step, state, method, said) in cases().into_iter().filter(|(_, state, ..)| state.due == 0) {
        for words in ASKING {
            assert!(!said.contains(words), "{step:?}, {}, {method:?}: {said}", state.name);
        }
    }
}

#[test]
fn what_is_asked_for_is_what_is_due() {
    for (step, state, method, said) in cases() {
        let asks = ASKING.iter().any(|words| said.contains(words));
        let is_told = matches!(step, OrderStep::Placed | OrderStep::Reminder | OrderStep::SlipRejected | OrderStep::ReadyForPickup)
            || matches!(step, OrderStep::Paid | OrderStep::Shipped | OrderStep::Refunded)
            || step == OrderStep::Delivered && method.is_prepaid();
        assert_eq!(asks, is_told && state.due > 0, "{step:?}, {}, {method:?}: {said}", state.name);
        assert_eq!(said.contains(&rupees(state.due)), asks, "{step:?}, {}, {method:?}: {said}", state.name);
        if state.due != 3_000 && state.to_return != 3_000 && state.under_way != 3_000 {
            assert!(!said.contains(&amount_of(TOTAL)), "the total where another amount is due: {said}");
        }
    }
}

#[test]
fn an_order_is_prepared_once_it_is_paid_or_where_it_is_paid_on_delivery() {
    for (step, state, method, said) in cases().into_iter().filter(|(step, ..)| matches!(step, OrderStep::Placed | OrderStep::Paid)) {
        let case = format!("{step:?}, {}, {method:?}: {said}", state.name);
        let waits = state.due > 0 && method.is_prepaid();
        assert_eq!(said.contains("We prepare it as soon as it is paid"), step == OrderStep::Placed && waits, "{case}");
        if waits || state.is_cancelled {
            assert!(!said.contains("prepare it now"), "{case}");
        }
    }
}

#[test]
fn what_comes_back_is_told_and_no_refund_under_way_is_promised_again() {
    let telling = [OrderStep::Paid, OrderStep::Refunded, OrderStep::Cancelled, OrderStep::Expired, OrderStep::ReturnReceived];
    for (step, state, method, said) in cases() {
        let case = format!("{step:?}, {}, {method:?}: {said}", state.name);
        let tells = telling.contains(&step) || step == OrderStep::SlipRejected && state.is_cancelled;
        let promised = said.lines().any(|line| line.contains("back to you") && !line.contains("on its way"));
        assert_eq!(promised, tells && state.to_return > 0, "{case}");
        assert_eq!(said.contains("is on its way back to you"), tells && state.under_way > 0, "{case}");
        for amount in [state.to_return, state.under_way].into_iter().filter(|amount| tells && *amount > 0) {
            assert!(said.contains(&rupees(amount)), "{case}");
        }
    }
}

#[test]
fn a_transfer_has_its_account_its_reference_and_its_deadline() {
    for step in [OrderStep::Placed, OrderStep::Reminder, OrderStep::SlipRejected, OrderStep::Paid] {
        let mut order = order(STATES[1], PaymentMethod::BankTransfer);
        let words = words(step, &order);
        let values: Vec<_> = words.account.iter().map(|(label, value)| format!("{label}: {value}")).collect();
        let expected = [
            "Bank: Sampath Bank",
            "Branch: Borella",
            "Account holder: Kiri",
            "Account number: 1234",
            "Amount: LKR. 2,000.00",
            "Reference: ARA-7K3M-Q9TX",
        ];
        assert_eq!(values, expected, "{step:?}");
        assert!(said(&words).contains("Please pay by Friday, 6 March 2026, 01:00."), "{step:?}: in the shop's zone");
        order.payment = PaymentMethod::PayHere;
        let card = self::words(step, &order);
        assert!(card.account.is_empty() && said(&card).contains("Please pay by Friday, 6 March 2026, 01:00."), "{step:?}");
    }
    let unknown = words_of(
        OrderStep::Placed,
        &order(STATES[0], PaymentMethod::BankTransfer),
        Texts::of(Language::English),
        ShopCalendar::parse("Asia/Colombo").unwrap(),
        None,
    );
    assert!(said(&unknown).contains("The page of the order shows the account."), "{}", said(&unknown));
}

#[test]
fn the_second_picture_of_one_transfer_is_no_lost_payment() {
    let said = said(&words(OrderStep::SlipRejected, &order(STATES[2], PaymentMethod::BankTransfer)));
    let expected = "We checked the bank slip of your order ARA-7K3M-Q9TX\nAbout your bank slip\n\
        We looked at your bank slip. It shows no further payment.\nThe order is paid.";
    assert_eq!(said, expected);
}

#[test]
fn an_order_that_is_fetched_is_paid_at_the_shop() {
    let order = OrderSummary { is_pickup: true, ..order(STATES[0], PaymentMethod::Cod) };
    assert!(said(&words(OrderStep::Placed, &order)).contains("You pay LKR. 3,000.00 when you fetch it."));
}

#[test]
fn an_order_that_left_the_shop_is_not_prepared_when_it_is_paid() {
    let mut order = order(STATES[2], PaymentMethod::BankTransfer);
    order.news.is_handed_over = true;
    assert!(said(&words(OrderStep::Paid, &order)).ends_with("The order is paid."));
}
