//! Invoices as values: VAT inside a price, the settings of taxes, and the frozen documents. What an order is invoiced for is decided in
//! `orders/invoicing`.

pub mod document;
pub mod number;
pub mod tax_settings;
pub mod tin;
pub mod vat;
