//! The delivery of an order, payment and the explanation of a total in JSON (contract-commerce, section 1).

use chrono::NaiveDate;
use domain::orders::explanation::ExplanationLine;
use domain::orders::order::Order;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::payment_option::PaymentOption;
use serde::Serialize;
use utoipa::ToSchema;

use crate::response::money_json::{Cents, MoneyJson};

/// The delivery of an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderDelivery)]
pub struct OrderDeliveryJson {
    /// standard, express or pickup.
    method: &'static str,
    /// The full charge.
    charge: MoneyJson,
    /// The part of it that is free.
    discount: MoneyJson,
    /// The first day on which it arrives, where the customer was told one.
    #[schema(required = true)]
    estimated_from: Option<NaiveDate>,
    /// The last day.
    #[schema(required = true)]
    estimated_to: Option<NaiveDate>,
}

impl From<&Order> for OrderDeliveryJson {
    fn from(order: &Order) -> Self {
        let (charge, estimate) = (order.delivery_charge(), order.delivery.estimate);
        Self {
            method: order.delivery.method.as_str(),
            charge: MoneyJson(charge.full),
            discount: MoneyJson(charge.waived),
            estimated_from: estimate.map(|estimate| estimate.from),
            estimated_to: estimate.map(|estimate| estimate.to),
        }
    }
}

/// A method of payment that the shop offers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentOption)]
pub struct PaymentOptionJson {
    /// cod, bankTransfer or payhere.
    method: &'static str,
    label: &'static str,
    fee: MoneyJson,
    /// Whether this order can be paid so.
    available: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    reason: Option<String>,
}

impl From<PaymentOption> for PaymentOptionJson {
    fn from(option: PaymentOption) -> Self {
        let label = payment_label(option.method);
        Self {
            method: option.method.as_str(),
            label,
            fee: MoneyJson(option.fee),
            available: option.refusal.is_none(),
            reason: option.refusal.map(|refusal| format!("{label} {refusal}.")),
        }
    }
}

/// The name of a method of payment that a customer reads.
pub(crate) const fn payment_label(method: PaymentMethod) -> &'static str {
    match method {
        PaymentMethod::Cod => "Cash on delivery",
        PaymentMethod::BankTransfer => "Bank transfer",
        PaymentMethod::PayHere => "Card or wallet",
    }
}

/// One line of the explanation of a total; the lines sum exactly to it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExplanationLine)]
pub struct ExplanationLineJson {
    /// goods, markdown, delivery, freeDelivery or codFee.
    code: &'static str,
    label: String,
    /// Below 0 for what is taken off.
    #[schema(value_type = f64, example = 4500.5)]
    amount: Cents,
}

impl From<ExplanationLine> for ExplanationLineJson {
    fn from(line: ExplanationLine) -> Self {
        Self { code: line.code.as_str(), label: line.label, amount: Cents(line.cents) }
    }
}
