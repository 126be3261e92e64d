//! Placing an order: the shop's one promise that must never be wrong.

use std::sync::Arc;
use std::time::Duration;

use domain::catalog::product_code::ProductCode;
use domain::delivery::address::{DeliveryAddress, pickup_address};
use domain::delivery::address_book::{AddressBook, AddressBookError};
use domain::delivery::delivery_method::DeliveryMethod;
use domain::orders::guest_orders::{AccessKey, AccessKeys, Buyer, GuestOrders};
use domain::orders::new_customer::ReachedLimit;
use domain::orders::order::{Order, OrderDraft, Shipping, Shortage};
use domain::orders::order_delivery::OrderDelivery;
use domain::orders::order_mails;
use domain::orders::ports::{OrderRepository, PlaceOrderOutcome as Placement};
use domain::orders::quote::Quote;
use domain::payments::payment_option::PaymentRefusal;
use domain::shared::error::feature_error;
use domain::shared::idempotency::IdempotencyClaim;
use domain::shared::ids::AddressId;
use domain::shared::order_prefix::OrderPrefix;
use domain::shared::ports::{Clock, IdSource, PortError};
use domain::shared::text::ShippingAddress;
use domain::shared::trace::TRACE_TARGET;
use tokio::time::timeout;
use tracing::instrument;

use crate::content::current_content::CurrentContent;
use crate::error::ReadError;
use crate::orders::checkout::{Checkout, CheckoutRequest, DeliveryRequest, QuoteCart, QuoteCartError};
use crate::settings::current_settings::ATTEMPTS;

/// The longest time from the addressed request to its answer (contract, Orders): prices, the wait for a turn, locks and the idempotency
/// key together. The transaction ends in its own task, at most 3 s after it began.
const TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Clone, Debug)]
pub struct PlacedOrder {
    pub order: Order,
    /// Whether it was placed by an earlier request with the same key.
    pub replayed: bool,
    /// The key of a guest's order; `None` where an account has it.
    pub access_key: Option<AccessKey>,
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
        /// The coupon is not applied, for another reason than that another promotion takes off more.
        CouponRefused(Box<Quote>) => Conflict, "order.coupon_refused", "Your coupon cannot be used for this order. Please check the new total.";
        /// There is not enough of these.
        OutOfStock(Vec<Shortage>) => Conflict, "order.out_of_stock", "Some items are out of stock.";
        KeyReused => Invalid, "order.key_reused", "This idempotency key was used for another order.";
        /// The address of the account was never verified, it has no completed order, and this order is above a limit.
        NewCustomer(ReachedLimit) => Conflict, "order.new_customer_limit", "{0}";
        CustomerRefused => Forbidden, "auth.blocked", "Your account has been blocked. Contact support.";
        Contended => Unavailable, "order.contended", "Failed to place order. Please try again.";
        /// The user's book has no address with the id, and the request repeats none that was answered.
        UnknownAddress => Invalid, "request.invalid", "Please check the highlighted fields.";
        /// Neither a saved address nor one in parts or text.
        AddressNeeded => Invalid, "request.invalid", "Please check the highlighted fields.";
    } or Read(ReadError), AddressBook(AddressBookError) port "Failed to place order. Please try again."
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
    pub quotes: QuoteCart,
    pub orders: Arc<dyn OrderRepository>,
    pub addresses: Arc<dyn AddressBook>,
    pub guests: Arc<dyn GuestOrders>,
    pub access_keys: Arc<dyn AccessKeys>,
    /// Its name makes the order numbers of a shop that has chosen no prefix, and its address is that of pickup orders.
    pub shop: CurrentContent,
    pub ids: Arc<dyn IdSource>,
    pub clock: Arc<dyn Clock>,
}

impl PlaceOrder {
    /// Places an order at the shop's own prices, or answers the one that the same key placed before.
    ///
    /// # Errors
    /// [`PlaceOrderError`]. Nothing was written, except possibly after [`PlaceOrderError::Port`]: a retry with the same key
    /// finds out.
    #[instrument(target = TRACE_TARGET, name = "place_order", skip_all)]
    pub async fn run(&self, who: &Buyer, request: CheckoutRequest) -> Result<PlacedOrder, PlaceOrderError> {
        let checkout = self.checkout(who, request).await?;
        let placing = async {
            if checkout.is_address_gone() {
                return self.replayed(who, &checkout).await?.ok_or(PlaceOrderError::UnknownAddress);
            }
            self.run_decided(who, &checkout).await
        };
        let late = |elapsed| Err(PortError::unavailable(elapsed).into());
        timeout(TIMEOUT, placing).await.unwrap_or_else(late)
    }

    /// The placed order with its key, if it is a guest's: its present one, which may have been revoked since a request before.
    async fn with_key(&self, who: &Buyer, placed: PlacedOrder) -> Result<PlacedOrder, PlaceOrderError> {
        if matches!(who, Buyer::User(_)) || placed.order.user_id.is_some() {
            return Ok(placed);
        }
        let access = self.guests.access(&placed.order.id).await?;
        let access_key = access.map(|access| self.access_keys.key_of(&access.order, access.epoch));
        Ok(PlacedOrder { access_key, ..placed })
    }

    /// The request with its address: that of the user's book, the shop's for a pickup order, or the one that is sent.
    async fn checkout(&self, who: &Buyer, request: CheckoutRequest) -> Result<Checkout, PlaceOrderError> {
        let CheckoutRequest { cart, name, phone, saved, parts, text, method, payment, expected_total, key, customer_note, coupon } =
            request;
        let address = match saved {
            Some(id) => self.saved_address(who, id).await?,
            None => parts,
        };
        let content = self.shop.get().await.map_err(ReadError::from)?;
        let shop = Some(content.identity_text("address")).filter(|address| !address.is_empty());
        let pickup_address = pickup_address(shop.unwrap_or_else(|| content.identity_text("name"))).ok();
        let composed = address.as_ref().map(|parts| parts.composed().map_err(|_| PlaceOrderError::AddressNeeded)).transpose()?;
        let of_shop = pickup_address.clone().filter(|_| method == Some(DeliveryMethod::Pickup));
        // The id of a saved address that is gone stands for it in the fingerprint of the request, and nothing is placed.
        let of_gone = saved.and_then(|_| ShippingAddress::parse("-").ok());
        let address_text = of_shop.or(composed).or(of_gone).or(text).ok_or(PlaceOrderError::AddressNeeded)?;
        let delivery = DeliveryRequest { address, saved, method, payment, pickup_address };
        let shipping = Shipping { name, address: address_text, phone };
        Ok(Checkout { cart, shipping, delivery, expected_total, key, customer_note, coupon })
    }

    async fn saved_address(&self, who: &Buyer, id: AddressId) -> Result<Option<DeliveryAddress>, PlaceOrderError> {
        let Some(user) = who.user_id() else { return Ok(None) };
        let book = self.addresses.list(user).await?;
        Ok(book.into_iter().find(|kept| kept.id == id).map(|kept| kept.entry.address))
    }

    async fn run_decided(&self, who: &Buyer, checkout: &Checkout) -> Result<PlacedOrder, PlaceOrderError> {
        self.with_key(who, self.place(who, checkout).await?).await
    }

    async fn place(&self, who: &Buyer, checkout: &Checkout) -> Result<PlacedOrder, PlaceOrderError> {
        match self.attempt(who, checkout, checkout.claim().as_ref()).await {
            // A refused request may repeat one that succeeded: its own order may have taken the last unit.
            Err(refusal) if !matches!(refusal, PlaceOrderError::Port(_)) => self.replayed(who, checkout).await?.ok_or(refusal),
            answer => answer,
        }
    }

    /// The order that an earlier request with the key of `checkout` and the same fingerprint placed; `None` where there is none.
    async fn replayed(&self, who: &Buyer, checkout: &Checkout) -> Result<Option<PlacedOrder>, PlaceOrderError> {
        let Some(claim) = checkout.claim() else { return Ok(None) };
        match self.orders.placed_with(&who.key_owner(), &claim.key).await? {
            Some((fingerprint, order)) if fingerprint == claim.fingerprint => {
                Ok(Some(PlacedOrder { order, replayed: true, access_key: None }))
            }
            Some(_) => Err(PlaceOrderError::KeyReused),
            None => Ok(None),
        }
    }

    /// Prices the cart and commits it, again while offers change in between.
    async fn attempt(&self, who: &Buyer, checkout: &Checkout, claim: Option<&IdempotencyClaim>) -> Result<PlacedOrder, PlaceOrderError> {
        let customer = who.identity(&checkout.shipping.phone);
        for attempt in 0..ATTEMPTS {
            let quote = self.quotes.for_order(&checkout.cart, &checkout.choices(), &customer).await?;
            if quote.options.needs_district {
                return Err(PlaceOrderError::DistrictNeeded);
            }
            let is_refused = quote.promotions.coupon.as_ref().is_some_and(|coupon| coupon.state.refuses_order());
            if is_refused || checkout.expected_total.is_some_and(|seen| seen != quote.total) {
                // The settings and promotions in memory may be older than those that the customer saw.
                if attempt == 0 {
                    self.quotes.forget_settings();
                    continue;
                }
                let refusal = if is_refused { PlaceOrderError::CouponRefused } else { PlaceOrderError::PriceChanged };
                return Err(refusal(Box::new(quote)));
            }
            check_options(&quote)?;
            let draft = self.draft(who, checkout, &quote, claim).await?;
            match self.orders.place(&draft).await? {
                Placement::Placed(order) => return Ok(PlacedOrder { order, replayed: false, access_key: None }),
                Placement::Replayed(order) => return Ok(PlacedOrder { order, replayed: true, access_key: None }),
                Placement::KeyReused => return Err(PlaceOrderError::KeyReused),
                Placement::OutOfStock(lines) => return Err(PlaceOrderError::OutOfStock(lines)),
                Placement::NewCustomer(limit) => return Err(PlaceOrderError::NewCustomer(quote.options.new_customer.reached(limit))),
                Placement::CustomerRefused => return Err(PlaceOrderError::CustomerRefused),
                Placement::NoCashOnDelivery => return Err(PlaceOrderError::PaymentUnavailable(PaymentRefusal::NotOffered)),
                Placement::OfferChanged => self.quotes.forget_settings(),
                Placement::OrderIdTaken => {}
            }
        }
        Err(PlaceOrderError::Contended)
    }

    async fn draft(
        &self,
        who: &Buyer,
        checkout: &Checkout,
        quote: &Quote,
        claim: Option<&IdempotencyClaim>,
    ) -> Result<OrderDraft, PlaceOrderError> {
        let prefix = match quote.options.order_prefix {
            Some(chosen) => chosen,
            None => OrderPrefix::of_shop_name(self.shop.get().await?.identity_text("name")),
        };
        let shipping = shipping_of(checkout, quote);
        let draft = OrderDraft {
            delivery: OrderDelivery::of(quote, checkout.delivery.address.clone()),
            settings: Some(quote.options.seen),
            promotions: Some(quote.promotions.seen.clone()),
            claim: claim.cloned(),
            customer_note: checkout.customer_note.clone(),
            time_to_pay: quote.options.time_to_pay,
            confirm_above: quote.options.confirm_above,
            new_customer: who.may_be_new().then_some(quote.options.new_customer),
            ..OrderDraft::new(self.ids.order_id(prefix), (who.user_id(), who.email()), quote, shipping, self.clock.now())
        };
        let mails = order_mails::placed(&draft.clone().into_order());
        Ok(OrderDraft { mails, ..draft })
    }
}

/// Refuses a quote that names no delivery, or a method of payment that is not available.
fn check_options(quote: &Quote) -> Result<(), PlaceOrderError> {
    if quote.options.delivery.is_none() {
        return Err(PlaceOrderError::DeliveryNotOffered);
    }
    quote.options.payment.refusal.map_or(Ok(()), |refusal| Err(PlaceOrderError::PaymentUnavailable(refusal)))
}

/// The shipping details; the address of a pickup order is the shop's.
fn shipping_of(checkout: &Checkout, quote: &Quote) -> Shipping {
    let is_pickup = quote.options.delivery.is_some_and(|option| !option.method.needs_address());
    let shop = checkout.delivery.pickup_address.clone().filter(|_| is_pickup);
    Shipping { address: shop.unwrap_or_else(|| checkout.shipping.address.clone()), ..checkout.shipping.clone() }
}

#[cfg(test)]
mod tests;
