//! Races of documents (contract-commerce, section 9).

use std::collections::BTreeSet;

use domain::accounts::session::Principal;
use domain::accounts::user::User;
use domain::invoices::document::Invoice;
use domain::invoices::number::InvoiceKind;
use domain::invoices::tin::Tin;
use domain::orders::fulfilment_step::FulfilmentStep;
use domain::orders::invoicing::due::RegisteredBuyer;
use domain::orders::invoicing::error::InvoiceError;
use domain::orders::invoicing::repository::InvoicedOrder;
use domain::orders::order::Order;
use domain::shared::order_status::OrderStatus;
use futures_util::future::join_all;

use super::issuing::{documents, ordered, register};
use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_products, sample_users};

/// 50 orders are packed at once, and some of them cancelled: their invoices are 1 to 50.
pub async fn orders_invoiced_at_once_are_numbered_without_gaps(shop: &Shop) {
    let product = shop.add(sample_products::with_stock(100, sample_products::product("Rose"))).await;
    let customer = shop.customer().await;
    let mut orders = Vec::new();
    for _ in 0..50 {
        orders.push(shop.place(&sample_orders::draft(&customer, &[(&product, 1)])).await);
    }
    let invoiced = join_all(orders.iter().enumerate().map(|(index, order)| async move {
        shop.take_step(order, FulfilmentStep::Packed).await.unwrap();
        if index % 5 == 0 {
            shop.set_status(order, OrderStatus::Cancelled).await.unwrap();
        }
        documents(shop, order).await
    }));
    let documents = invoiced.await.concat();
    let numbers = |kind| documents.iter().filter(move |one| one.kind == kind).map(|one| one.number.to_string()).collect::<BTreeSet<_>>();
    let expected = |prefix: &str, last: u32| (1..=last).map(|place| format!("{prefix}-{place:06}")).collect::<BTreeSet<_>>();
    assert_eq!(numbers(InvoiceKind::Invoice), expected("INV", 50));
    assert_eq!(numbers(InvoiceKind::CreditNote), expected("CRN", 10));
}

/// An invoice is printed while its order is packed.
pub async fn causes_of_one_order_at_once_issue_one_invoice(shop: &Shop) {
    for _ in 0..5 {
        let order = ordered(shop).await;
        let by = sample_users::actor();
        let print = || shop.invoices.issue(&order.id, &by, moments::now(), Box::new(InvoicedOrder::for_printing));
        let (packed, one, other) = tokio::join!(shop.take_step(&order, FulfilmentStep::Packed), print(), print());
        assert!(packed.is_ok() && one.is_ok() && other.is_ok());
        assert_eq!(documents(shop, &order).await.len(), 1);
    }
}

async fn ask(shop: &Shop, customer: &User, order: &Order) -> Result<Vec<Invoice>, InvoiceError> {
    let who = Principal { session: shop.session(customer).await, user: customer.clone() };
    let buyer = RegisteredBuyer { tin: Tin::parse("987654321").unwrap(), name: "Lotus".to_owned(), address: "Galle".to_owned() };
    let decide = move |on: &InvoicedOrder| on.ask_for_tax_invoice(&buyer, &who, moments::now());
    shop.invoices.issue(&order.id, &sample_users::actor(), moments::now(), Box::new(decide)).await
}

/// Of requests at once one gets it; the invoice is credited once.
pub async fn a_tax_invoice_is_issued_once(shop: &Shop) {
    register(shop).await;
    let (customer, product) = (shop.customer().await, shop.add(sample_products::product("Rose")).await);
    let order = shop.place(&sample_orders::draft(&customer, &[(&product, 2)])).await;
    shop.take_step(&order, FulfilmentStep::Packed).await.unwrap();
    let asked = join_all((0..5).map(|_| ask(shop, &customer, &order))).await;
    assert_eq!(asked.iter().filter(|asked| asked.is_ok()).count(), 1);
    assert!(asked.iter().all(|asked| matches!(asked, Ok(_) | Err(InvoiceError::TaxInvoiceIssued))));
    let numbers: Vec<String> = documents(shop, &order).await.iter().map(|one| one.number.to_string()).collect();
    assert_eq!(numbers.len(), 3, "{numbers:?}");
    assert!(numbers.contains(&"TIN-000001".to_owned()) && numbers.contains(&"CRN-000001".to_owned()), "{numbers:?}");
}
