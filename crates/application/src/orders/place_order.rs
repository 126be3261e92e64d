//! Placing an order: the shop's one promise that must never be wrong.

use std::fmt::Write as _;
use std::sync::Arc;

use domain::accounts::session::Principal;
use domain::catalog::product_code::ProductCode;
use domain::delivery::address::DeliveryAddress;
use domain::delivery::delivery_method::DeliveryMethod;
use domain::orders::cart::Cart;
use domain::orders::idempotency::{IdempotencyClaim, IdempotencyKey, RequestMeaning};
use domain::orders::new_customer::ReachedLimit;
use domain::orders::order::{Order, OrderDraft, Shipping, Shortage};
use domain::orders::order_delivery::OrderDelivery;
use domain::orders::order_mails;
use domain::orders::order_prefix::OrderPrefix;
use domain::orders::ports::{OrderRepository, PlaceOrderOutcome as Placement};
use domain::orders::quote::Quote;
use domain::orders::quote_terms::QuoteWish;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::payment_option::PaymentRefusal;
use domain::shared::error::feature_error;
use domain::shared::ids::AddressId;
use domain::shared::money::Money;
use domain::shared::ports::{Clock, IdSource};
use domain::shared::text::{CustomerNote, ShippingAddress};
use domain::shared::trace::TRACE_TARGET;
use tracing::instrument;

use crate::content::current_content::CurrentContent;
use crate::orders::quote_cart::{QuoteCart, QuoteCartError};

/// The number of attempts when an offer changes between pricing and committing.
pub(crate) const ATTEMPTS: u8 = 5;

/// The order that a customer requests.
#[derive(Clone, Debug)]
pub struct Checkout {
    /// The products and their quantities.
    pub cart: Cart,
    /// The recipient; for an order that is fetched the address is replaced.
    pub shipping: Shipping,
    /// The wishes about delivery and payment.
    pub delivery: DeliveryRequest,
    /// The total that the customer saw; another present total is refused. `None` accepts any.
    pub expected_total: Option<Money>,
    /// The caller's key for asking again without ordering again.
    pub key: Option<IdempotencyKey>,
    pub customer_note: Option<CustomerNote>,
}

/// What a customer wishes about delivery and payment. The default wishes nothing.
#[derive(Clone, Debug, Default)]
pub struct DeliveryRequest {
    /// The address in its parts.
    pub address: Option<DeliveryAddress>,
    /// The address of the user's book that the parts are from: the meaning of a key then has its id in place of the address, which may
    /// be edited before the same request comes again.
    pub saved: Option<AddressId>,
    /// The method of delivery.
    pub method: Option<DeliveryMethod>,
    /// The method of payment.
    pub payment: Option<PaymentMethod>,
    /// The address of an order that is fetched: the shop's.
    pub pickup_address: Option<ShippingAddress>,
}

/// An order that is placed.
#[derive(Clone, Debug)]
pub struct PlacedOrder {
    pub order: Order,
    /// Whether it was placed by an earlier request with the same key.
    pub replayed: bool,
}

feature_error! {
    /// Why no order was placed.
    pub enum PlaceOrderError {
        /// Products the shop does not sell.
        UnknownProducts(Vec<ProductCode>) => Invalid, "order.unknown_product", "Some products in the cart are no longer available.";
        TotalTooLarge => Invalid, "order.total_too_large", "The total of the order is too large.";
        DeliveryNotOffered => Invalid, "order.delivery_not_offered", "This method of delivery is not offered for your district.";
        DistrictNeeded => Invalid, "order.district_needed", "Please choose your district. The delivery charge depends on it.";
        /// The method of payment is not available for this order.
        PaymentUnavailable(PaymentRefusal) => Invalid, "order.payment_unavailable", "This method of payment is not available for your order.";
        /// The present total differs from the expected one.
        PriceChanged(Box<Quote>) => Conflict, "order.price_changed", "Prices have changed. Please check the new total.";
        /// There is not enough of these.
        OutOfStock(Vec<Shortage>) => Conflict, "order.out_of_stock", "Some items are out of stock.";
        KeyReused => Invalid, "order.key_reused", "This idempotency key was used for another order.";
        /// The address of the account was never verified, it has no completed order, and this order is above a limit.
        NewCustomer(ReachedLimit) => Conflict, "order.new_customer_limit", "{0}";
        CustomerRefused => Forbidden, "auth.blocked", "Your account has been blocked. Contact support.";
        Contended => Unavailable, "order.contended", "Failed to place order. Please try again.";
    } port "Failed to place order. Please try again."
}

impl From<QuoteCartError> for PlaceOrderError {
    fn from(error: QuoteCartError) -> Self {
        match error {
            QuoteCartError::UnknownProducts(codes) => Self::UnknownProducts(codes),
            QuoteCartError::TotalTooLarge => Self::TotalTooLarge,
            QuoteCartError::DeliveryNotOffered => Self::DeliveryNotOffered,
            QuoteCartError::PaymentNotOffered => Self::PaymentUnavailable(PaymentRefusal::NotOffered),
            QuoteCartError::Port(e) => Self::Port(e),
        }
    }
}

#[derive(Clone)]
pub struct PlaceOrder {
    quotes: QuoteCart,
    orders: Arc<dyn OrderRepository>,
    /// Its name makes the order numbers of a shop that has chosen no prefix.
    shop: CurrentContent,
    ids: Arc<dyn IdSource>,
    clock: Arc<dyn Clock>,
}

impl PlaceOrder {
    /// Wires the use case.
    #[must_use]
    pub fn new(
        quotes: QuoteCart,
        orders: Arc<dyn OrderRepository>,
        shop: CurrentContent,
        ids: Arc<dyn IdSource>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { quotes, orders, shop, ids, clock }
    }

    /// Places an order at the shop's own prices, or answers the one that the same key placed before.
    ///
    /// # Errors
    /// [`PlaceOrderError`]. Nothing was written, except possibly after [`PlaceOrderError::Port`]: a retry with the same key
    /// finds out.
    #[instrument(target = TRACE_TARGET, name = "place_order", skip_all)]
    pub async fn run(&self, who: &Principal, checkout: &Checkout) -> Result<PlacedOrder, PlaceOrderError> {
        let claim = claim_of(checkout);
        match self.attempt(who, checkout, claim.as_ref()).await {
            // A refused request may repeat one that succeeded: its own order may have taken the last unit.
            Err(refusal) if !matches!(refusal, PlaceOrderError::Port(_)) => self.replayed(who, checkout).await?.ok_or(refusal),
            answer => answer,
        }
    }

    /// The order that an earlier request with the key of `checkout` and the same meaning placed; `None` where there is none. For a request
    /// that cannot be carried out any more, because its saved address is gone.
    ///
    /// # Errors
    /// [`PlaceOrderError::KeyReused`] where the key placed another order, or when the store fails.
    pub async fn replayed(&self, who: &Principal, checkout: &Checkout) -> Result<Option<PlacedOrder>, PlaceOrderError> {
        let Some(claim) = claim_of(checkout) else { return Ok(None) };
        match self.orders.placed_with(who.user.id, &claim.key).await? {
            Some((meaning, order)) if meaning == claim.meaning => Ok(Some(PlacedOrder { order, replayed: true })),
            Some(_) => Err(PlaceOrderError::KeyReused),
            None => Ok(None),
        }
    }

    /// Prices the cart and commits it, again while offers change in between.
    async fn attempt(
        &self,
        who: &Principal,
        checkout: &Checkout,
        claim: Option<&IdempotencyClaim>,
    ) -> Result<PlacedOrder, PlaceOrderError> {
        for attempt in 0..ATTEMPTS {
            let quote = self.quotes.run(&checkout.cart, &wish_of(checkout)).await?;
            if quote.terms.needs_district {
                return Err(PlaceOrderError::DistrictNeeded);
            }
            if checkout.expected_total.is_some_and(|seen| seen != quote.total) {
                // The settings in memory may be older than those that the customer saw.
                if attempt == 0 {
                    self.quotes.forget_settings();
                    continue;
                }
                return Err(PlaceOrderError::PriceChanged(Box::new(quote)));
            }
            check_terms(&quote)?;
            let draft = self.draft(who, checkout, &quote, claim).await?;
            match self.orders.place(&draft).await? {
                Placement::Placed(order) => return Ok(PlacedOrder { order, replayed: false }),
                Placement::Replayed(order) => return Ok(PlacedOrder { order, replayed: true }),
                Placement::KeyReused => return Err(PlaceOrderError::KeyReused),
                Placement::OutOfStock(lines) => return Err(PlaceOrderError::OutOfStock(lines)),
                Placement::NewCustomer(limit) => return Err(PlaceOrderError::NewCustomer(quote.terms.new_customer.reached(limit))),
                Placement::CustomerRefused => return Err(PlaceOrderError::CustomerRefused),
                Placement::OfferChanged => self.quotes.forget_settings(),
                Placement::OrderIdTaken => {}
            }
        }
        Err(PlaceOrderError::Contended)
    }

    async fn draft(
        &self,
        who: &Principal,
        checkout: &Checkout,
        quote: &Quote,
        claim: Option<&IdempotencyClaim>,
    ) -> Result<OrderDraft, PlaceOrderError> {
        let prefix = match quote.terms.order_prefix {
            Some(chosen) => chosen,
            None => OrderPrefix::of_shop_name(self.shop.get().await?.identity_text("name")),
        };
        let draft = OrderDraft {
            id: self.ids.order_id(prefix),
            user_id: who.user.id,
            email: who.user.email.clone(),
            items: OrderDraft::items_of(quote),
            shipping: shipping_of(checkout, quote),
            total: quote.total,
            delivery: OrderDelivery::of(quote, checkout.delivery.address.clone()),
            settings: Some(quote.terms.seen),
            placed_at: self.clock.now(),
            claim: claim.cloned(),
            customer_note: checkout.customer_note.clone(),
            time_to_pay: quote.terms.time_to_pay,
            confirm_above: quote.terms.confirm_above,
            new_customer: is_unverified_customer(who).then_some(quote.terms.new_customer),
            mails: Vec::new(),
        };
        let mails = order_mails::placed(&draft.clone().into_order());
        Ok(OrderDraft { mails, ..draft })
    }
}

/// Whether the limits of new customers may hold. Staff have a member of staff who answers for them.
fn is_unverified_customer(who: &Principal) -> bool {
    !who.user.email_verified && !who.is_admin()
}

fn claim_of(checkout: &Checkout) -> Option<IdempotencyClaim> {
    checkout.key.clone().map(|key| IdempotencyClaim { key, meaning: meaning_of(checkout) })
}

fn wish_of(checkout: &Checkout) -> QuoteWish {
    QuoteWish {
        district: checkout.delivery.address.as_ref().map(|address| address.district),
        delivery_method: checkout.delivery.method,
        payment_method: checkout.delivery.payment,
    }
}

/// Refuses a quote that names no delivery, or a method of payment that is not available.
fn check_terms(quote: &Quote) -> Result<(), PlaceOrderError> {
    if quote.terms.delivery.is_none() {
        return Err(PlaceOrderError::DeliveryNotOffered);
    }
    quote.terms.payment.refusal.map_or(Ok(()), |refusal| Err(PlaceOrderError::PaymentUnavailable(refusal)))
}

/// The shipping details; the address of an order that is fetched is the shop's.
fn shipping_of(checkout: &Checkout, quote: &Quote) -> Shipping {
    let is_fetched = quote.terms.delivery.is_some_and(|option| !option.method.needs_address());
    let shop = checkout.delivery.pickup_address.clone().filter(|_| is_fetched);
    Shipping { address: shop.unwrap_or_else(|| checkout.shipping.address.clone()), ..checkout.shipping.clone() }
}

/// Lines in code order and the shipping details, each with its length in front, so that no two meanings share a
/// text. The expected total is a condition, not part of the meaning. An absent remark adds nothing, so that the meaning is that of
/// a release that knows no remarks (contract-commerce).
fn meaning_of(checkout: &Checkout) -> RequestMeaning {
    let mut lines: Vec<_> = checkout.cart.lines().iter().map(|l| (l.code.folded(), l.quantity.get())).collect();
    lines.sort_unstable();
    let mut text = String::new();
    for (code, quantity) in lines {
        // Writing to a String cannot fail.
        let _ = write!(text, "{code}×{quantity};");
    }
    let Shipping { name, address, phone } = &checkout.shipping;
    let address = checkout.delivery.saved.map_or(address.as_str(), |_| "");
    for part in [name.as_str(), address, phone.as_str()] {
        let _ = write!(text, "{}:{part};", part.len());
    }
    if let Some(note) = &checkout.customer_note {
        let _ = write!(text, "note {}:{note};", note.as_str().len());
    }
    let DeliveryRequest { address, saved, method, payment, pickup_address: _ } = &checkout.delivery;
    // Wishes that are absent add nothing: a client that knows none keeps the meanings of its keys.
    match (saved, address) {
        (Some(id), _) => _ = write!(text, "saved:{id};"),
        (None, Some(address)) => _ = write!(text, "parts:{address};"),
        (None, None) => {}
    }
    if let Some(method) = method {
        let _ = write!(text, "delivery:{method};");
    }
    if let Some(payment) = payment {
        let _ = write!(text, "payment:{payment};");
    }
    RequestMeaning(text)
}

#[cfg(test)]
mod tests;
