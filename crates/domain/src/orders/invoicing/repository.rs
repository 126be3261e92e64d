//! Issuing and printing the documents of an order.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::invoices::document::{Invoice, Seller};
use crate::invoices::number::InvoiceNumber;
use crate::invoices::tax_settings::TaxSettings;
use crate::orders::invoicing::due::DueDocument;
use crate::orders::invoicing::error::InvoiceError;
use crate::orders::order::Order;
use crate::shared::calendar::ShopCalendar;
use crate::shared::decide::Decide;
use crate::shared::order_id::OrderId;
use crate::shared::ports::PortError;

/// An order with its documents, and the settings of taxes.
#[derive(Clone, Debug)]
pub struct InvoicedOrder {
    pub order: Order,
    /// Oldest first.
    pub documents: Vec<Invoice>,
    pub tax: TaxSettings,
}

/// The shop as it was configured: its days, and who it is until it publishes an identity.
#[derive(Clone, Debug)]
pub struct ConfiguredSeller {
    pub calendar: ShopCalendar,
    pub seller: Seller,
}

/// Reads, issues and prints documents. Those that a change of an order causes are issued with it, by
/// [`OrderRepository::change`](crate::orders::ports::OrderRepository::change).
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait InvoiceRepository: Send + Sync {
    /// The documents of an order, oldest first.
    async fn of_order(&self, id: &OrderId) -> Result<Vec<Invoice>, PortError>;

    /// Issues the documents that `decide` asks for, and answers all of the order, oldest first. One transaction locks the order, decides,
    /// locks the counters of the series in their order, numbers the documents, and audits them. A refusal uses no number.
    ///
    /// # Errors
    /// [`InvoiceError::Order`] where there is no such order, and the refusal of `decide`.
    async fn issue(
        &self,
        id: &OrderId,
        by: &Actor,
        now: DateTime<Utc>,
        decide: Decide<InvoicedOrder, Vec<DueDocument>, InvoiceError>,
    ) -> Result<Vec<Invoice>, InvoiceError>;

    /// Counts that a document is printed, audits that, and answers it with the count.
    ///
    /// # Errors
    /// [`InvoiceError::NotFound`] where the order has no such document.
    async fn print(&self, id: &OrderId, number: &InvoiceNumber, by: &Actor, now: DateTime<Utc>) -> Result<Invoice, InvoiceError>;
}
