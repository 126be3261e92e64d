//! The delivery of orders and the parts of their totals as rows, read for many orders at once.

use std::collections::HashMap;

use chrono::NaiveDate;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use domain::delivery::address::{DeliveryAddress, PostalCode};
use domain::delivery::delivery_method::DeliveryMethod;
use domain::delivery::district::District;
use domain::delivery::rate::DeliveryFee;
use domain::delivery::working_days::Estimate;
use domain::invoices::vat::VatPercent;
use domain::orders::order_delivery::{OrderDelivery, OrderPricing};
use domain::payments::payment_method::PaymentMethod;
use domain::shared::money::Money;
use domain::shared::text::Text;
use futures_util::try_join;
use serde_json::Value;

use crate::error::{DbError, known, stored};
use crate::schema::{order_delivery, order_pricing};

/// A row of [`order_delivery`].
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = order_delivery, check_for_backend(diesel::pg::Pg))]
struct DeliveryRow {
    order_id: String,
    method: String,
    district: Option<String>,
    line1: Option<String>,
    line2: Option<String>,
    city: Option<String>,
    postal_code: Option<String>,
    estimated_from: Option<NaiveDate>,
    estimated_to: Option<NaiveDate>,
}

/// A row of [`order_pricing`].
#[derive(Clone, Debug, Queryable, Selectable)]
#[diesel(table_name = order_pricing, check_for_backend(diesel::pg::Pg))]
struct PricingRow {
    order_id: String,
    labeled_total_cents: i64,
    delivery_cents: i64,
    delivery_discount_cents: i64,
    payment_method: String,
    payment_fee_cents: i64,
    explanation: Value,
    promotions: Value,
    vat_percent: Option<i16>,
}

/// The deliveries of the orders with these numbers; an order without rows is left out.
pub(super) async fn of_orders(connection: &AsyncPgConnection, ids: &[&str]) -> Result<HashMap<String, OrderDelivery>, DbError> {
    let deliveries = order_delivery::table.filter(order_delivery::order_id.eq_any(ids)).select(DeliveryRow::as_select());
    let pricings = order_pricing::table.filter(order_pricing::order_id.eq_any(ids)).select(PricingRow::as_select());
    let (deliveries, pricings) =
        try_join!(deliveries.load::<DeliveryRow>(&mut &*connection), pricings.load::<PricingRow>(&mut &*connection))?;
    let mut of_order: HashMap<String, OrderDelivery> = HashMap::new();
    for row in deliveries {
        let (id, delivery) = delivery_of(row)?;
        of_order.insert(id, delivery);
    }
    for row in pricings {
        let (id, pricing) = pricing_of(row)?;
        of_order.entry(id).or_default().pricing = Some(pricing);
    }
    Ok(of_order)
}

fn delivery_of(row: DeliveryRow) -> Result<(String, OrderDelivery), DbError> {
    let method = stored("method of delivery", DeliveryMethod::parse(&row.method))?;
    let district = stored("district", row.district.as_deref().map(District::parse).transpose())?;
    let address = match (&row.line1, &row.city) {
        (Some(line1), Some(city)) => Some(DeliveryAddress {
            line1: stored("line of an address", Text::parse_known(line1))?,
            line2: stored("line of an address", row.line2.as_deref().map(Text::parse_known).transpose())?,
            city: stored("city", Text::parse_known(city))?,
            district: known("district of an address", district)?,
            postal_code: stored("postal code", row.postal_code.as_deref().map(PostalCode::parse).transpose())?,
        }),
        _ => None,
    };
    let estimate = row.estimated_from.zip(row.estimated_to).map(|(from, to)| Estimate { from, to });
    Ok((row.order_id, OrderDelivery { method, district, address, estimate, pricing: None }))
}

fn pricing_of(row: PricingRow) -> Result<(String, OrderPricing), DbError> {
    let money = |cents| stored("amount", Money::from_cents(cents));
    let pricing = OrderPricing {
        labeled_total: money(row.labeled_total_cents)?,
        charge: DeliveryFee { full: money(row.delivery_cents)?, waived: money(row.delivery_discount_cents)? },
        payment_method: stored("method of payment", PaymentMethod::parse(&row.payment_method))?,
        payment_fee: money(row.payment_fee_cents)?,
        explanation: serde_json::from_value(row.explanation)?,
        promotions: serde_json::from_value(row.promotions)?,
        vat: stored("rate of VAT", row.vat_percent.map(|percent| VatPercent::parse(percent.into())).transpose())?,
    };
    Ok((row.order_id, pricing))
}
