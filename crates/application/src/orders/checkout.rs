//! The order that a customer asks for: its address, its choices, and the price of its cart.

use std::fmt::Write as _;
use std::sync::Arc;

use domain::catalog::ports::ProductRepository;
use domain::catalog::product::Offer;
use domain::catalog::product_code::ProductCode;
use domain::delivery::address::DeliveryAddress;
use domain::delivery::delivery_method::DeliveryMethod;
use domain::orders::guest_orders::GuestOrders;
use domain::orders::order::Shipping;
use domain::orders::quote::{Cart, Quote};
use domain::orders::quote_options::{PricingContext, QuoteChoices, QuoteError};
use domain::payments::payment_method::PaymentMethod;
use domain::promotions::customer::{CustomerHistory, CustomerIdentity};
use domain::promotions::promotion::{ActivePromotions, Promotion};
use domain::promotions::terms::EnteredCode;
use domain::settings::shop_settings::ShopSettings;
use domain::shared::calendar::ShopCalendar;
use domain::shared::error::feature_error;
use domain::shared::idempotency::{IdempotencyClaim, IdempotencyKey, RequestFingerprint};
use domain::shared::ids::AddressId;
use domain::shared::money::{Money, MoneyError};
use domain::shared::phone::PhoneNumber;
use domain::shared::ports::{Clock, PortError};
use domain::shared::text::{CustomerNote, RecipientName, ShippingAddress};
use domain::shared::trace::TRACE_TARGET;
use tracing::instrument;

use crate::catalog::catalogue_follower::CatalogueFollower;
use crate::catalog::kept_offers::KeptOffers;
use crate::promotions::current_promotions::CurrentPromotions;
use crate::settings::current_settings::CurrentSettings;

/// The order that a customer asks for.
#[derive(Clone, Debug)]
pub struct CheckoutRequest {
    /// The products and their quantities.
    pub cart: Cart,
    pub name: RecipientName,
    pub phone: PhoneNumber,
    /// An address of the user's book, which takes the place of one that is sent too.
    pub saved: Option<AddressId>,
    pub parts: Option<DeliveryAddress>,
    /// The address in one text, which clients send that know no parts.
    pub text: Option<ShippingAddress>,
    pub method: Option<DeliveryMethod>,
    pub payment: Option<PaymentMethod>,
    /// The total that the customer saw; another present total is refused. `None` accepts any.
    pub expected_total: Option<Money>,
    /// The caller's key for asking again without ordering again.
    pub key: Option<IdempotencyKey>,
    pub customer_note: Option<CustomerNote>,
    /// The entered code of a coupon.
    pub coupon: Option<EnteredCode>,
}

/// The order that a customer asks for, with its address.
#[derive(Clone, Debug)]
pub(super) struct Checkout {
    pub(super) cart: Cart,
    /// The recipient; for a pickup order the address is replaced.
    pub(super) shipping: Shipping,
    pub(super) delivery: DeliveryRequest,
    pub(super) expected_total: Option<Money>,
    pub(super) key: Option<IdempotencyKey>,
    pub(super) customer_note: Option<CustomerNote>,
    pub(super) coupon: Option<EnteredCode>,
}

/// The choices of a customer about delivery and payment. The default chooses nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct DeliveryRequest {
    /// The address in its parts.
    pub(super) address: Option<DeliveryAddress>,
    /// The address of the user's book that the parts are from: the fingerprint of a key then has its id in place of the address, which may
    /// be edited before the same request comes again.
    pub(super) saved: Option<AddressId>,
    pub(super) method: Option<DeliveryMethod>,
    pub(super) payment: Option<PaymentMethod>,
    /// The address of a pickup order: the shop's.
    pub(super) pickup_address: Option<ShippingAddress>,
}

impl Checkout {
    /// Whether the saved address that it names is not in the user's book: it can only repeat a request from before it was deleted.
    pub(super) const fn is_address_gone(&self) -> bool {
        self.delivery.saved.is_some() && self.delivery.address.is_none()
    }

    pub(super) fn claim(&self) -> Option<IdempotencyClaim> {
        self.key.clone().map(|key| IdempotencyClaim { key, fingerprint: self.fingerprint() })
    }

    pub(super) fn choices(&self) -> QuoteChoices {
        QuoteChoices {
            district: self.delivery.address.as_ref().map(|address| address.district),
            delivery_method: self.delivery.method,
            payment_method: self.delivery.payment,
            coupon: self.coupon.clone(),
        }
    }

    /// Lines in code order and the shipping details, each with its length in front, so that no two fingerprints share a
    /// text. The expected total is a condition, not part of the fingerprint. An absent remark adds nothing, so that the fingerprint is that of
    /// a release that knows no remarks (contract-commerce).
    pub(super) fn fingerprint(&self) -> RequestFingerprint {
        let mut lines: Vec<_> = self.cart.lines().iter().map(|l| (l.code.folded(), l.quantity.get())).collect();
        lines.sort_unstable();
        let mut text = String::new();
        for (code, quantity) in lines {
            // Writing to a String cannot fail.
            let _ = write!(text, "{code}×{quantity};");
        }
        let Shipping { name, address, phone } = &self.shipping;
        let address = self.delivery.saved.map_or(address.as_str(), |_| "");
        for part in [name.as_str(), address, phone.as_str()] {
            let _ = write!(text, "{}:{part};", part.len());
        }
        if let Some(note) = &self.customer_note {
            let _ = write!(text, "note {}:{note};", note.as_str().len());
        }
        let DeliveryRequest { address, saved, method, payment, pickup_address: _ } = &self.delivery;
        // Choices that are absent add nothing: a client that knows none keeps the fingerprints of its keys.
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
        if let Some(coupon) = &self.coupon {
            let _ = write!(text, "coupon {}:{};", coupon.as_str().len(), coupon.as_str().to_ascii_uppercase());
        }
        RequestFingerprint(text)
    }
}

feature_error! {
    /// Why a cart has no price.
    pub enum QuoteCartError {
        /// Products the shop does not sell.
        UnknownProducts(Vec<ProductCode>) => Invalid, "order.unknown_product", "Some products in the cart are no longer available.";
        TotalTooLarge => Invalid, "order.total_too_large", "The total of the order is too large.";
        DeliveryNotOffered => Invalid, "order.delivery_not_offered", "This method of delivery is not offered for your district.";
        PaymentNotOffered => Invalid, "order.payment_unavailable", "This method of payment is not available for your order.";
    }
}

impl From<QuoteError> for QuoteCartError {
    fn from(error: QuoteError) -> Self {
        match error {
            QuoteError::UnknownProducts(codes) => Self::UnknownProducts(codes),
            QuoteError::Total(MoneyError::Negative | MoneyError::TooLarge | MoneyError::FractionOfCent) => Self::TotalTooLarge,
            QuoteError::Delivery(_) => Self::DeliveryNotOffered,
            QuoteError::Payment => Self::PaymentNotOffered,
        }
    }
}

/// The sources of what a price depends on.
#[derive(Clone)]
pub struct PricingSource {
    pub settings: CurrentSettings,
    pub promotions: CurrentPromotions,
    /// The shop's days.
    pub calendar: ShopCalendar,
    /// The present time.
    pub clock: Arc<dyn Clock>,
    /// Whether the shop is connected to the gateway of payments.
    pub has_gateway: bool,
    /// Knows the guests who may not pay on delivery.
    pub guests: Arc<dyn GuestOrders>,
}

#[derive(Clone)]
pub struct QuoteCart {
    offers: KeptOffers,
    pricing: PricingSource,
}

impl QuoteCart {
    #[must_use]
    pub fn new(products: Arc<dyn ProductRepository>, follower: CatalogueFollower, pricing: PricingSource) -> Self {
        Self { offers: KeptOffers { products, follower }, pricing }
    }

    /// The price of a cart with promotions, delivery and payment, and whether the stock covers it, by [`KeptOffers::read`]. Promotions for
    /// some customers alone need the `customer`.
    ///
    /// # Errors
    /// [`QuoteCartError`] for unknown products, a method of delivery or payment that is not offered, a total out of range, or a failing store.
    #[instrument(target = TRACE_TARGET, name = "quote_cart", skip_all)]
    pub async fn run(&self, cart: &Cart, choices: &QuoteChoices, customer: Option<&CustomerIdentity>) -> Result<Quote, QuoteCartError> {
        self.price(cart, &self.offers.read(&codes(cart)).await?, choices, customer).await
    }

    /// The same for an order, by the offers that the store has now.
    pub(super) async fn for_order(
        &self,
        cart: &Cart,
        choices: &QuoteChoices,
        customer: &CustomerIdentity,
    ) -> Result<Quote, QuoteCartError> {
        self.price(cart, &self.offers.products.offers(&codes(cart)).await?, choices, Some(customer)).await
    }

    /// The price of a cart for a new customer, as if this promotion were live beside the others and its coupon entered.
    ///
    /// # Errors
    /// As [`QuoteCart::run`].
    pub async fn preview(&self, cart: &Cart, choices: &QuoteChoices, previewed: Promotion) -> Result<Quote, QuoteCartError> {
        let goods = Quote::of(cart, &self.offers.read(&codes(cart)).await?)?;
        let code = previewed.terms.plan().trigger.code().and_then(|code| EnteredCode::parse(code.as_str()).ok());
        let choices = QuoteChoices { coupon: code, ..choices.clone() };
        let settings = self.pricing.settings.get().await?;
        let known = self.pricing.promotions.get().await?.with_live(previewed);
        let history = CustomerHistory::default();
        Ok(goods.with_options(&choices, &self.pricing.context(&settings, &known, Some(&history)))?)
    }

    async fn price(
        &self,
        cart: &Cart,
        offers: &[Offer],
        choices: &QuoteChoices,
        customer: Option<&CustomerIdentity>,
    ) -> Result<Quote, QuoteCartError> {
        let goods = Quote::of(cart, offers)?;
        let (settings, known) = (self.pricing.settings.get().await?, self.pricing.promotions.get().await?);
        let context = self.pricing.context(&settings, &known, None);
        let history = match customer {
            Some(customer) if goods.asks_for_customer(choices, &context) => Some(self.pricing.promotions.history(customer, &known).await?),
            _ => None,
        };
        let quote = goods.with_options(choices, &PricingContext { customer: history.as_ref(), ..context })?;
        let guest = customer.filter(|customer| customer.user.is_none());
        let Some(guest) = guest else { return Ok(quote) };
        let is_blocked = self.pricing.guests.is_blocked(&guest.email, guest.phone.as_ref()).await?;
        Ok(if is_blocked { quote.without_cash_on_delivery(choices)? } else { quote })
    }

    /// Whether the shop takes orders of guests.
    ///
    /// # Errors
    /// When the settings cannot be read.
    pub async fn takes_guests(&self) -> Result<bool, PortError> {
        Ok(self.pricing.settings.get().await?.orders.value.guest_checkout)
    }

    /// Makes the next quote read the settings and the promotions from the store.
    pub(super) fn forget_settings(&self) {
        self.pricing.settings.forget();
        self.pricing.promotions.forget();
    }
}

impl PricingSource {
    fn context<'a>(
        &self,
        settings: &'a ShopSettings,
        promotions: &'a ActivePromotions,
        customer: Option<&'a CustomerHistory>,
    ) -> PricingContext<'a> {
        let ShopSettings { delivery, payments, orders, tax, .. } = settings;
        let (calendar, now, has_gateway) = (self.calendar, self.clock.now(), self.has_gateway);
        let (orders, tax) = (&orders.value, &tax.value);
        PricingContext { delivery, payments, orders, tax, calendar, now, has_gateway, promotions, customer }
    }
}

fn codes(cart: &Cart) -> Vec<ProductCode> {
    cart.lines().iter().map(|line| line.code.clone()).collect()
}
