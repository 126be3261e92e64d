//! Quotes and orders on the wire.

use chrono::{DateTime, Utc};
use domain::orders::order::{Order, OrderItem, Shortage};
use domain::orders::quote::{Quote, QuoteLine};
use domain::reports::revenue::RevenueStats;
use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

use crate::extract::integer;
use crate::extract::json_object::object_only;
use crate::response::money_json::{MoneyJson, RawNumber, serialize_cents};

/// A product and how many of it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", remote = "Self")]
pub struct OrderedItem {
    /// Which product.
    #[schema(required = true, nullable = false, max_length = 64, pattern = "^[A-Za-z0-9][A-Za-z0-9_-]*$")]
    pub product_id: Option<String>,
    /// How many: 1 to 1,000,000.
    #[serde(default, deserialize_with = "integer::optional")]
    #[schema(required = true, nullable = false, minimum = 1, maximum = 1_000_000)]
    pub quantity: Option<i64>,
}

object_only!(OrderedItem);

/// A cart to be priced.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteRequest {
    /// 1 to 100 lines.
    #[schema(required = true, nullable = false, min_items = 1, max_items = 100)]
    pub ordered_items: Option<Vec<OrderedItem>>,
}

/// One line of a quote.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = QuoteItem)]
pub struct QuoteItemJson {
    product_id: String,
    name: String,
    #[schema(required = true)]
    image: Option<String>,
    price: MoneyJson,
    last_price: MoneyJson,
    quantity: u32,
    line_total: MoneyJson,
    stock: u32,
    available: bool,
}

impl From<QuoteLine> for QuoteItemJson {
    fn from(line: QuoteLine) -> Self {
        Self {
            available: line.available(),
            product_id: line.offer.code.as_str().to_owned(),
            name: line.offer.name.into_string(),
            image: line.offer.image.map(|i| i.into_string()),
            price: MoneyJson(line.offer.prices.price()),
            last_price: MoneyJson(line.offer.prices.last_price()),
            quantity: line.quantity.get(),
            line_total: MoneyJson(line.line_total),
            stock: line.offer.stock.get(),
        }
    }
}

/// What a cart costs now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Quote)]
pub struct QuoteJson {
    /// After discount.
    total: MoneyJson,
    /// Before discount.
    labeled_total: MoneyJson,
    /// The difference.
    discount: MoneyJson,
    /// One line per product.
    items: Vec<QuoteItemJson>,
}

impl From<Quote> for QuoteJson {
    fn from(quote: Quote) -> Self {
        Self {
            total: MoneyJson(quote.total),
            labeled_total: MoneyJson(quote.labeled_total),
            discount: MoneyJson(quote.discount),
            items: quote.lines.into_iter().map(Into::into).collect(),
        }
    }
}

/// An order to be placed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaceOrderRequest {
    /// 1 to 100 lines.
    #[schema(required = true, nullable = false, min_items = 1, max_items = 100)]
    pub ordered_items: Option<Vec<OrderedItem>>,
    /// Who the parcel is for.
    #[schema(required = true, nullable = false, max_length = 200, pattern = r"\S")]
    pub name: Option<String>,
    /// Where it goes.
    #[schema(required = true, nullable = false, max_length = 1000, pattern = r"\S")]
    pub address: Option<String>,
    /// How the courier reaches them: 7 to 20 of digits, spaces, `+ - ( )`.
    #[schema(required = true, nullable = false, min_length = 7, max_length = 20, pattern = "^[0-9 +()-]*[0-9][0-9 +()-]*$")]
    pub phone: Option<String>,
    /// The total that was shown; another one by now is 409.
    #[schema(required = false, nullable = true)]
    pub expected_total: Option<RawNumber>,
}

/// Where an order stands.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = OrderStatus)]
pub enum OrderStatusJson {
    /// Received.
    Processing,
    /// On its way.
    Shipped,
    /// Received by the customer.
    Completed,
    /// Called off.
    Cancelled,
}

impl From<domain::orders::order_status::OrderStatus> for OrderStatusJson {
    fn from(status: domain::orders::order_status::OrderStatus) -> Self {
        use domain::orders::order_status::OrderStatus;
        match status {
            OrderStatus::Processing => Self::Processing,
            OrderStatus::Shipped => Self::Shipped,
            OrderStatus::Completed => Self::Completed,
            OrderStatus::Cancelled => Self::Cancelled,
        }
    }
}

/// One product of an order, as it was then.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderItem)]
pub struct OrderItemJson {
    product_id: String,
    name: String,
    #[schema(required = true)]
    image: Option<String>,
    price: MoneyJson,
    quantity: u32,
}

impl From<OrderItem> for OrderItemJson {
    fn from(item: OrderItem) -> Self {
        Self {
            product_id: item.code.as_str().to_owned(),
            name: item.name.into_string(),
            image: item.image.map(|i| i.into_string()),
            price: MoneyJson(item.price),
            quantity: item.quantity.get(),
        }
    }
}

/// An order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Order)]
pub struct OrderJson {
    #[schema(example = "ARA-7K3M-Q9TX")]
    order_id: String,
    status: OrderStatusJson,
    /// When it was placed.
    date: DateTime<Utc>,
    ordered_items: Vec<OrderItemJson>,
    name: String,
    address: String,
    phone: String,
    email: String,
    #[schema(required = true)]
    payment_id: Option<String>,
    refunded: bool,
    notes: String,
    /// `Σ price × quantity`.
    total: MoneyJson,
}

impl From<Order> for OrderJson {
    fn from(order: Order) -> Self {
        Self {
            order_id: order.id.as_str().to_owned(),
            status: order.status.into(),
            date: order.placed_at,
            ordered_items: order.items.into_iter().map(Into::into).collect(),
            name: order.shipping.name.into_string(),
            address: order.shipping.address.into_string(),
            phone: order.shipping.phone.as_str().to_owned(),
            email: order.email.as_str().to_owned(),
            payment_id: order.payment_id.map(|p| p.into_string()),
            refunded: order.refunded,
            notes: order.notes.into_string(),
            total: MoneyJson(order.total),
        }
    }
}

/// An order and what happened to it.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrderResponse {
    /// The sentence to show.
    pub message: String,
    /// The order as it is now.
    pub order: OrderJson,
}

/// A line there is not enough stock for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Shortage)]
pub struct ShortageJson {
    product_id: String,
    name: String,
    requested: u32,
    available: u32,
}

impl From<&Shortage> for ShortageJson {
    fn from(shortage: &Shortage) -> Self {
        Self {
            product_id: shortage.code.as_str().to_owned(),
            name: shortage.name.as_str().to_owned(),
            requested: shortage.requested.get(),
            available: shortage.available.get(),
        }
    }
}

/// The dashboard's revenue figures.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RevenueStats)]
pub struct RevenueStatsJson {
    /// Today's revenue, in LKR.
    #[schema(value_type = f64)]
    total_revenue: Cents,
    /// Orders placed today and not cancelled.
    transactions_today: u64,
    /// Payments to return.
    pending_refunds: u64,
    /// Percentage with two decimals.
    #[schema(value_type = f64)]
    weekly_growth: Cents,
}

/// Hundredths, written as a number with two decimals.
#[derive(Debug)]
pub(crate) struct Cents(pub(crate) i64);

impl Serialize for Cents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize_cents(self.0, serializer)
    }
}

impl From<RevenueStats> for RevenueStatsJson {
    fn from(stats: RevenueStats) -> Self {
        Self {
            total_revenue: Cents(stats.total_revenue_cents),
            transactions_today: stats.transactions_today,
            pending_refunds: stats.pending_refunds,
            weekly_growth: Cents(stats.weekly_growth_basis_points),
        }
    }
}
