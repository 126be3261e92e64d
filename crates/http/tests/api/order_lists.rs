//! The filters of the list of orders, the numbers of its lists, and what waits for staff.

use domain::backups::backup_run::BackupSummary;
use domain::catalog::stock_alert::{Alerts, StockReport};
use domain::messages::mail_hold::HeldMails;
use domain::orders::fulfilment_status::FulfilmentStatus;
use domain::orders::order_filters::{OrderQuery, PaymentFilter, PlacedWithin, ReturnFilter};
use domain::reports::overview::Waiting;
use domain::shared::order_status::OrderStatus;
use domain::shared::page::{Page, PageAnswer, TotalCount};
use domain::shared::text::SearchText;
use serde_json::json;
use testkit::moments;

use crate::people::customer;
use crate::shop::{Shop, mailer};
use crate::wire::{By as _, get};

const FILTERS: &str = "fulfilment=toPack&payment=due&attention=true&from=2026-03-01&to=2026-03-04&q=0771234567";

/// The query that a request for `path` by `who` makes to the store.
async fn asked(path: &str, who: &str) -> OrderQuery {
    let (sender, receiver) = std::sync::mpsc::channel();
    let mut shop = Shop::new();
    shop.order_reader.expect_list().returning(move |query| {
        sender.send(query.clone()).unwrap();
        Ok(PageAnswer::Page(Page { items: Vec::new(), next: None, total: TotalCount::MoreThanLimit }))
    });
    let answer = shop.answer(get(path).by(who)).await;
    assert_eq!((answer.status, answer.header("x-total-count")), (200, "10000+"));
    receiver.recv().unwrap()
}

#[actix_web::test]
async fn staff_narrow_the_list() {
    let query = asked(&format!("/api/orders?{FILTERS}"), "admin").await;
    let placed = PlacedWithin { from: "2026-02-28T18:30:00Z".parse().ok(), until: "2026-03-04T18:30:00Z".parse().ok() };
    let wanted = OrderQuery {
        is_to_pack: true,
        payment: Some(PaymentFilter::Due),
        has_attention: Some(true),
        placed,
        text: SearchText::parse("0771234567").ok(),
        ..OrderQuery::default()
    };
    assert_eq!(query, wanted);
    let own = asked(&format!("/api/orders?{FILTERS}"), "customer").await;
    assert_eq!((own.owner, own.has_attention), (Some(customer().user.id), None), "customers are not told what waits for staff");
}

#[actix_web::test]
async fn a_filter_follows_the_rules() {
    let shop = Shop::new().open().await;
    for path in ["/api/orders", "/api/admin/orders/counts"] {
        let wrong = format!("{path}?fulfilment=topack&payment=cod&attention=yes&from=1.3.2026&to=2026-02-30&status=open");
        let answer = shop.answer(get(&wrong).by("admin")).await;
        assert_eq!(answer.wrong_fields(), ["attention", "from", "fulfilment", "payment", "status", "to"]);
        let turned = format!("{path}?from=2026-03-02&to=2026-03-01");
        assert_eq!(shop.answer(get(&turned).by("admin")).await.wrong_fields(), ["to"]);
        let twice = format!("{path}?payment=due&payment=paid");
        assert_eq!(shop.answer(get(&twice).by("admin")).await.wrong_fields(), ["payment"]);
    }
}

#[actix_web::test]
async fn each_list_has_its_number() {
    let mut shop = Shop::new();
    shop.order_reader.expect_counts().returning(|queries| {
        assert!(queries.iter().all(|query| query.text.is_some() && query.owner.is_none()));
        let number = |query: &OrderQuery| match (query.status, query.fulfilment) {
            _ if query.is_to_pack => TotalCount::Exactly(7),
            _ if query.to_call => TotalCount::Exactly(8),
            _ if query.returns == Some(ReturnFilter::Requested) => TotalCount::Exactly(9),
            _ if query.returns == Some(ReturnFilter::Approved) => TotalCount::Exactly(10),
            (Some(OrderStatus::Completed), _) => TotalCount::MoreThanLimit,
            (Some(OrderStatus::Shipped), _) if query.payment.is_some() => TotalCount::Exactly(5),
            (Some(OrderStatus::Shipped), _) if query.has_attention == Some(true) => TotalCount::Exactly(6),
            (Some(OrderStatus::Shipped), _) => TotalCount::Exactly(4),
            (_, Some(FulfilmentStatus::Packed)) => TotalCount::Exactly(3),
            _ => TotalCount::Exactly(1),
        };
        Ok(queries.iter().map(number).collect())
    });
    let answer = shop.answer(get("/api/admin/orders/counts?q=perera&status=shipped").by("admin")).await;
    assert!(answer.status == 200 && answer.is_personal());
    let expected = json!({
        "all": 1, "processing": 1, "shipped": 4, "completed": 10_001, "cancelled": 1, "toPack": 7, "toCall": 8, "packed": 3,
        "readyForPickup": 1, "unpaid": 5, "attention": 6, "returnsRequested": 9, "returnsApproved": 10,
    });
    assert_eq!(answer.json(), expected);
}

#[actix_web::test]
async fn what_waits_is_counted() {
    let mut shop = Shop::new();
    shop.overview.expect_waiting().returning(|| {
        Ok(Waiting {
            to_pack: TotalCount::MoreThanLimit,
            to_call: TotalCount::Exactly(1),
            slips_to_check: TotalCount::Exactly(2),
            refunds_due: TotalCount::Exactly(3),
            returns: TotalCount::Exactly(6),
            attention: TotalCount::Exactly(4),
            messages: TotalCount::Exactly(5),
        })
    });
    let (low, none) = (Alerts { count: 10_002, listed: Vec::new() }, Alerts { count: 0, listed: Vec::new() });
    let report = StockReport { in_stock: 0, low, out: none.clone(), replenish: none };
    shop.search.expect_stock_report().returning(move || Ok(report.clone()));
    shop.backup_runs.expect_newest().returning(|_| Ok(Vec::new()));
    shop.backup_runs.expect_summary().returning(|| Ok(BackupSummary::default()));
    let held = HeldMails { since: moments::now(), snapshot_at: moments::now(), waiting: 2 };
    shop.mail_hold.expect_held().returning(move || Ok(Some(held)));
    shop.mailer = mailer(false);
    let shop = shop.open().await;
    let answer = shop.answer(get("/api/admin/waiting").by("admin")).await;
    assert!(answer.status == 200 && answer.is_personal());
    let expected = json!({
        "toPack": 10_001, "toCall": 1, "slipsToCheck": 2, "refundsDue": 3, "returns": 6, "attention": 4, "messages": 5, "lowStock": 10_001,
        "backups": 1, "mailConnected": false
    });
    assert_eq!(answer.json(), expected);
    let nothing = json!({
        "toPack": null, "toCall": null, "slipsToCheck": null, "refundsDue": null, "returns": null, "attention": null, "messages": null, "lowStock": null,
        "backups": null, "mailConnected": null
    });
    let roles = [
        ("fulfilment", json!({"toPack": 10_001, "returns": 6, "lowStock": 10_001})),
        ("support", json!({"toCall": 1, "returns": 6, "messages": 5})),
        ("content", json!({})),
    ];
    for (token, own) in roles {
        let mut expected = nothing.clone();
        expected.as_object_mut().unwrap().extend(own.as_object().unwrap().clone());
        assert_eq!(shop.answer(get("/api/admin/waiting").by(token)).await.json(), expected, "{token}");
    }
}
