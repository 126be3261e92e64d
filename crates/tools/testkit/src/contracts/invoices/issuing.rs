//! What documents say, and when they are issued.

use domain::invoices::document::{CreditReason, Invoice};
use domain::invoices::number::InvoiceNumber;
use domain::invoices::vat::VatPercent;
use domain::orders::fulfilment_step::FulfilmentStep;
use domain::orders::invoicing::error::InvoiceError;
use domain::orders::invoicing::repository::InvoicedOrder;
use domain::orders::order::Order;
use domain::settings::ports::replacing;
use domain::settings::shop_settings::Section;
use domain::shared::order_status::OrderStatus;
use domain::shared::versioned::SettingsVersion;

use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_products, sample_settings, sample_users};

/// An order of two units at 1,200 rupees, paid on delivery.
pub(super) async fn ordered(shop: &Shop) -> Order {
    let product = shop.add(sample_products::product("Rose")).await;
    shop.place(&sample_orders::draft(&shop.customer().await, &[(&product, 2)])).await
}

/// Registers the shop for VAT, once.
pub(super) async fn register(shop: &Shop) {
    let decide = replacing(Section::Tax(sample_settings::tax()), SettingsVersion::default());
    shop.settings.change(&sample_users::actor(), moments::now(), decide).await.unwrap();
}

pub(super) async fn documents(shop: &Shop, order: &Order) -> Vec<Invoice> {
    shop.invoices.of_order(&order.id).await.unwrap()
}

/// The numbers of the documents of an order.
async fn numbers(shop: &Shop, order: &Order) -> Vec<String> {
    documents(shop, order).await.iter().map(|document| document.number.to_string()).collect()
}

/// A whole invoice with VAT, and the credit note of a cancelled order.
pub async fn a_document_is_read_as_it_was_issued(shop: &Shop) {
    register(shop).await;
    let order = ordered(shop).await;
    assert_eq!(numbers(shop, &order).await, [""; 0]);
    shop.take_step(&order, FulfilmentStep::Packed).await.unwrap();
    let [invoice] = &documents(shop, &order).await[..] else { panic!("one invoice") };
    let (content, vat) = (&invoice.content, VatPercent::parse(18).unwrap().of(order.total));
    assert_eq!((invoice.number.as_str(), &invoice.order, invoice.issued_at), ("INV-000001", &order.id, moments::now()));
    assert_eq!((content.date.to_string().as_str(), content.total, content.vat), ("2026-03-04", order.total, Some(vat)));
    assert_eq!((content.seller.name.as_str(), content.buyer.name.as_str()), ("Araliya (Pvt) Ltd", order.shipping.name.as_str()));
    assert_eq!((content.lines.len(), content.lines[0].total, content.lines[0].vat), (1, order.total, Some(vat.amount)));
    shop.set_status(&order, OrderStatus::Cancelled).await.unwrap();
    let [_, note] = &documents(shop, &order).await[..] else { panic!("an invoice and its credit note") };
    let credit = note.credit.as_ref().unwrap();
    assert_eq!((&credit.invoice, credit.reason, credit.number), (&invoice.number, CreditReason::Cancelled, None));
    assert_eq!((&note.content.lines, note.content.vat), (&content.lines, Some(vat)));
}

/// A step that is refused is rolled back with its number.
pub async fn a_refused_change_uses_no_number(shop: &Shop) {
    let (order, next) = (ordered(shop).await, ordered(shop).await);
    shop.set_status(&order, OrderStatus::Cancelled).await.unwrap();
    assert!(shop.take_step(&order, FulfilmentStep::Packed).await.is_err());
    let refused = shop.invoices.issue(&order.id, &sample_users::actor(), moments::now(), Box::new(InvoicedOrder::for_printing)).await;
    assert!(matches!(refused, Err(InvoiceError::CancelledOrder)));
    shop.take_step(&next, FulfilmentStep::Packed).await.unwrap();
    assert_eq!((numbers(shop, &order).await.len(), numbers(shop, &next).await), (0, vec!["INV-000001".to_owned()]));
}

/// Other settings and another name of the customer change no document.
pub async fn a_document_stays_as_it_was_issued(shop: &Shop) {
    let order = ordered(shop).await;
    shop.take_step(&order, FulfilmentStep::Packed).await.unwrap();
    let before = documents(shop, &order).await;
    register(shop).await;
    shop.take_step(&order, FulfilmentStep::Unpacked).await.unwrap();
    shop.take_step(&order, FulfilmentStep::Packed).await.unwrap();
    assert_eq!((documents(shop, &order).await, before[0].content.vat), (before.clone(), None));
}

pub async fn prints_are_counted(shop: &Shop) {
    let order = ordered(shop).await;
    shop.take_step(&order, FulfilmentStep::Packed).await.unwrap();
    let number = InvoiceNumber::parse("INV-000001").unwrap();
    let print = async |order: &Order| shop.invoices.print(&order.id, &number, &sample_users::actor(), moments::now()).await;
    for count in [1, 2] {
        assert_eq!(print(&order).await.unwrap().prints, count);
    }
    assert!(matches!(print(&ordered(shop).await).await, Err(InvoiceError::NotFound)));
}
