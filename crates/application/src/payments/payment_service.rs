//! What customers and staff do to payments: charges, refunds, slips, and another method.

use std::sync::Arc;

use domain::accounts::actor::Actor;
use domain::accounts::permission::Permission;
use domain::accounts::session::Principal;
use domain::images::image::PicturePurpose;
use domain::images::ports::{PictureProcessor, ProcessPictureOutcome};
use domain::orders::error::OrderError;
use domain::orders::order::Order;
use domain::orders::order_caller::OrderCaller;
use domain::orders::payment::change::PaymentChange;
use domain::orders::payment::error::PaymentError;
use domain::orders::payment::repository::{PaymentRepository, SlipPicture};
use domain::orders::ports::{OrderReader, OrderRepository};
use domain::payments::ledger::Booked;
use domain::payments::order_payment::PaymentRefusal;
use domain::payments::payment_method::PaymentMethod;
use domain::payments::ports::PaymentGateway;
use domain::payments::refund::RefundVia;
use domain::payments::refund_guard::RefundGuard;
use domain::payments::slip::{Slip, SlipState};
use domain::shared::edit::Saved;
use domain::shared::ids::SlipId;
use domain::shared::money::Money;
use domain::shared::order_id::OrderId;
use domain::shared::ports::{Clock, IdSource};
use domain::shared::text::PaymentId;
use domain::shared::versioned::SettingsVersion;

use crate::payments::payment_terms::{Offer, PaymentTerms};
use crate::payments::refund_guards::RefundGuards;
use crate::ports::Ports;
use crate::settings::current_settings::ATTEMPTS;

const CHANGE_FAILED: &str = "Failed to change the payment. Please try again.";
const METHOD_FAILED: &str = "Failed to change the payment method. Please try again.";
const SLIP_FAILED: &str = "Failed to upload the slip. Please try again.";

/// The method that a customer chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodChoice {
    pub method: PaymentMethod,
    /// The total that the customer saw; another one by now is refused. `None` accepts any.
    pub expected_total: Option<Money>,
}

#[derive(Clone, Debug)]
pub struct NewSlip {
    /// The content of the file.
    pub file: Vec<u8>,
    /// The bank's name of the transfer, where the customer knows it.
    pub bank_reference: Option<PaymentId>,
}

/// The use cases of payments. Methods that change one answer its order after the change.
#[derive(Clone)]
pub struct PaymentService {
    pub orders: Arc<dyn OrderRepository>,
    pub reader: Arc<dyn OrderReader>,
    pub payments: Arc<dyn PaymentRepository>,
    pub gateway: Option<Arc<dyn PaymentGateway>>,
    pub processor: Arc<dyn PictureProcessor>,
    pub terms: PaymentTerms,
    pub ids: Arc<dyn IdSource>,
    pub clock: Arc<dyn Clock>,
}

impl PaymentService {
    #[must_use]
    pub fn new(ports: &Ports) -> Self {
        Self {
            orders: ports.orders.clone(),
            reader: ports.order_reader.clone(),
            payments: ports.payments.clone(),
            gateway: ports.payment_gateway.clone(),
            processor: ports.picture_processor.clone(),
            terms: PaymentTerms {
                settings: ports.current_settings.clone(),
                has_gateway: ports.settings.has_gateway,
                guests: ports.guest_orders.clone(),
            },
            ids: ports.ids.clone(),
            clock: ports.clock.clone(),
        }
    }

    /// Books a charge, releases or resolves a refund, or reviews a slip. A request whose key was used for the same charge or refund changes
    /// nothing.
    ///
    /// # Errors
    /// [`PaymentError::NoGatewayRefunds`], and those of [`Order::change_payment`] and the repository.
    pub async fn change(&self, by: &Actor, id: &OrderId, change: PaymentChange) -> Result<Saved<Order>, PaymentError> {
        // Nothing would send a requested refund to the gateway: its money would stay under way.
        let by_gateway = matches!(&change, PaymentChange::Release { request, .. } if request.via == RefundVia::Gateway);
        if by_gateway && !self.gateway.as_ref().is_some_and(|gateway| gateway.has_records()) {
            return Err(PaymentError::NoGatewayRefunds);
        }
        let (now, actor) = (self.clock.now(), by.clone());
        let decide = Box::new(move |order: &Order| order.change_payment(&change, &actor, now));
        self.orders.change(id, by, now, decide).await.map_err(|error| PaymentError::from(error).of_call(CHANGE_FAILED))
    }

    /// The rule for the refunds of the session of `who`.
    ///
    /// # Errors
    /// When the settings cannot be read.
    pub async fn refund_guard(&self, who: &Principal) -> Result<RefundGuard, PaymentError> {
        let guards = RefundGuards { settings: self.terms.settings.clone(), clock: self.clock.clone() };
        guards.of(who).await.map_err(|error| PaymentError::from(error).of_call(CHANGE_FAILED))
    }

    /// Chooses a method for an order, for its customer and staff who handle payments: repriced by the fee of cash on delivery alone, in the
    /// period of this method ([`domain::payments::payment_period`]). The method that it has already changes nothing. Where the settings
    /// change meanwhile, it is priced again, as a new order is.
    ///
    /// # Errors
    /// [`PaymentError::Unavailable`], [`PaymentError::PriceChanged`], [`PaymentError::Contended`], and those of [`Order::change_payment`].
    pub async fn choose_method(
        &self,
        who: &impl OrderCaller,
        by: &Actor,
        id: &OrderId,
        choice: MethodChoice,
    ) -> Result<Order, PaymentError> {
        self.chosen(who, by, id, choice).await.map_err(|error| error.of_call(METHOD_FAILED))
    }

    async fn chosen(&self, who: &impl OrderCaller, by: &Actor, id: &OrderId, choice: MethodChoice) -> Result<Order, PaymentError> {
        for attempt in 0..ATTEMPTS {
            let order = self.for_change(who, id).await?;
            let (version, change, changed) = self.priced(&order, by, choice.method).await?;
            if choice.expected_total.is_some_and(|seen| seen != changed.total) {
                // The settings in memory may be older than those that the customer saw.
                if attempt == 0 {
                    self.terms.settings.forget();
                    continue;
                }
                return Err(PaymentError::PriceChanged(Box::new(changed)));
            }
            let (now, actor) = (self.clock.now(), by.clone());
            let decide = Box::new(move |order: &Order| order.change_payment(&change, &actor, now));
            match self.payments.change_by_settings(id, by, now, version, decide).await? {
                Some(edited) => return Ok(edited.value),
                None => self.terms.settings.forget(),
            }
        }
        Err(PaymentError::Contended)
    }

    /// The change to a method that is available, the version of the settings that it is priced by, and the order after it.
    async fn priced(
        &self,
        order: &Order,
        by: &Actor,
        method: PaymentMethod,
    ) -> Result<(SettingsVersion, PaymentChange, Order), PaymentError> {
        let offer = self.terms.option(order, method).await?;
        let Offer { version, settings, option } = offer.ok_or(OrderError::Payment(PaymentRefusal::TotalTooLarge))?;
        let change = PaymentChange::Method { method, fee: option.fee, times: settings.times_to_pay() };
        // An order whose method is fixed is refused for that first.
        let changed = change.clone().apply(order.clone(), &Booked::by(by, self.clock.now())).map_err(OrderError::from)?;
        match option.refusal.filter(|_| method != order.payment.method) {
            Some(reason) => Err(PaymentError::Unavailable(reason)),
            None => Ok((version, change, changed)),
        }
    }

    /// Whether `who` may upload a slip of the order, before a file is read.
    ///
    /// # Errors
    /// [`OrderError::NotFound`] for an order that `who` may not see, [`OrderError::Lacking`], or when the store fails.
    pub async fn check_upload(&self, who: &impl OrderCaller, id: &OrderId) -> Result<(), PaymentError> {
        self.for_change(who, id).await.map(drop).map_err(|error| error.of_call(SLIP_FAILED))
    }

    /// Encodes a file as a picture and keeps it with an order. The slip says whether staff uploaded it.
    ///
    /// # Errors
    /// Those of [`PaymentService::check_upload`] and [`Order::change_payment`], and those of pictures.
    pub async fn upload_slip(&self, who: &impl OrderCaller, by: &Actor, id: &OrderId, slip: NewSlip) -> Result<Order, PaymentError> {
        self.uploaded(who, by, id, slip).await.map_err(|error| error.of_call(SLIP_FAILED))
    }

    async fn uploaded(&self, who: &impl OrderCaller, by: &Actor, id: &OrderId, new: NewSlip) -> Result<Order, PaymentError> {
        let is_by_staff = !who.owns(&self.for_change(who, id).await?);
        let bytes = match self.processor.process(new.file, PicturePurpose::Slip).await? {
            ProcessPictureOutcome::Processed(picture) => picture.main,
            ProcessPictureOutcome::NotAPicture => return Err(PaymentError::NotAPicture),
            ProcessPictureOutcome::Broken => return Err(PaymentError::Broken),
            ProcessPictureOutcome::TooLarge => return Err(PaymentError::TooManyPixels),
        };
        let (at, actor) = (self.clock.now(), by.clone());
        let (slip, bank_reference, state) = (SlipId::new(self.ids.uuid()), new.bank_reference, SlipState::InReview);
        let slip = Slip { id: slip, at, bank_reference, state, reason: None, is_by_staff, is_seen_elsewhere: false };
        let picture = SlipPicture { bytes, of_customer: who.user().filter(|_| !is_by_staff).map(|who| who.user.id) };
        let change = PaymentChange::AddSlip(slip);
        let decide = Box::new(move |order: &Order| order.change_payment(&change, &actor, at));
        Ok(self.payments.add_slip(id, by, at, picture, decide).await?.value)
    }

    /// The picture of a slip of an order that `who` may see, as WebP.
    ///
    /// # Errors
    /// [`OrderError::NotFound`] for another customer's order, or when the store fails.
    pub async fn slip_picture(&self, who: &impl OrderCaller, id: &OrderId, slip: SlipId) -> Result<Vec<u8>, PaymentError> {
        let found = match self.visible(who, id).await {
            Ok(_) => self.payments.slip_picture(id, slip).await.map_err(PaymentError::from),
            Err(refused) => Err(refused),
        };
        found.map_err(|error| error.of_call(SLIP_FAILED))?.ok_or_else(|| OrderError::NotFound.into())
    }

    /// An order that `who` may see.
    async fn visible(&self, who: &impl OrderCaller, id: &OrderId) -> Result<Order, PaymentError> {
        let order = self.reader.by_id(id).await?.filter(|order| order.is_visible_to(who));
        Ok(order.ok_or(OrderError::NotFound)?)
    }

    /// An order whose payment `who` may change.
    pub(super) async fn for_change(&self, who: &impl OrderCaller, id: &OrderId) -> Result<Order, PaymentError> {
        let order = self.visible(who, id).await?;
        who.require_unless_own(&order, Permission::ManagePayments).map_err(OrderError::from)?;
        Ok(order)
    }
}

#[cfg(test)]
mod tests;
