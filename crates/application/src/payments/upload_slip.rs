//! Uploading a bank slip, and showing its picture.

use std::sync::Arc;

use domain::accounts::actor::Actor;
use domain::accounts::permission::{Lacking, Permission};
use domain::accounts::session::Principal;
use domain::images::image::PicturePurpose;
use domain::images::ports::{PictureProcessor, ProcessPictureOutcome};
use domain::orders::order::Order;
use domain::payments::order_payment::PaymentRefusal;
use domain::payments::payment_change::PaymentChange;
use domain::payments::ports::{ChangePaymentOutcome, PaymentRepository};
use domain::payments::slip::{Slip, SlipState};
use domain::shared::error::feature_error;
use domain::shared::ids::SlipId;
use domain::shared::order_id::OrderId;
use domain::shared::ports::{Clock, IdSource};
use domain::shared::text::PaymentId;

use crate::orders::show_order::{ShowOrder, ShowOrderError};

#[derive(Clone, Debug)]
pub struct NewSlip {
    /// The content of the file.
    pub file: Vec<u8>,
    /// The bank's name of the transfer, where the customer knows it.
    pub bank_reference: Option<PaymentId>,
}

feature_error! {
    /// Why a slip was not kept, or is not shown.
    pub enum SlipError {
        /// There is no such order or slip, or it is another customer's; the answer does not say which.
        NotFound => NotFound, "order.not_found", "There is no order with this number.";
        NotAPicture => Invalid, "image.not_a_picture", "Please choose a JPEG, PNG, WebP or GIF picture.";
        Broken => Invalid, "image.broken", "This picture is empty or damaged.";
        TooManyPixels => Invalid, "image.too_many_pixels", "The picture has more than 40 megapixels.";
    } or Refused(PaymentRefusal), Lacking(Lacking) port "Failed to upload the slip. Please try again."
}

impl From<ShowOrderError> for SlipError {
    fn from(error: ShowOrderError) -> Self {
        match error {
            ShowOrderError::NotFound => Self::NotFound,
            ShowOrderError::Port(error) => Self::Port(error),
        }
    }
}

/// Keeps slips of orders, for their customers and staff who handle payments, and shows their pictures.
#[derive(Clone)]
pub struct Slips {
    orders: ShowOrder,
    processor: Arc<dyn PictureProcessor>,
    payments: Arc<dyn PaymentRepository>,
    ids: Arc<dyn IdSource>,
    clock: Arc<dyn Clock>,
}

impl Slips {
    /// Wires the use case.
    #[must_use]
    pub fn new(
        orders: ShowOrder,
        processor: Arc<dyn PictureProcessor>,
        payments: Arc<dyn PaymentRepository>,
        ids: Arc<dyn IdSource>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { orders, processor, payments, ids, clock }
    }

    /// Whether `who` may upload a slip of the order, before a file is read. Answers whether staff upload it for the customer.
    ///
    /// # Errors
    /// [`SlipError::NotFound`] for an order that `who` may not see, [`SlipError::Lacking`], or when the store fails.
    pub async fn check(&self, who: &Principal, id: &OrderId) -> Result<bool, SlipError> {
        let owner = self.orders.run(who, id).await?.user_id;
        who.require_for_others(owner, Permission::ManagePayments)?;
        Ok(owner != Some(who.user.id))
    }

    /// Encodes a file as a picture and keeps it with an order. The slip says whether staff uploaded it.
    ///
    /// # Errors
    /// [`SlipError`]; nothing was kept then, except possibly after [`SlipError::Port`].
    pub async fn upload(&self, who: &Principal, by: &Actor, id: &OrderId, slip: NewSlip) -> Result<Order, SlipError> {
        let is_by_staff = self.check(who, id).await?;
        let picture = match self.processor.process(slip.file, PicturePurpose::Slip).await? {
            ProcessPictureOutcome::Processed(picture) => picture.main,
            ProcessPictureOutcome::NotAPicture => return Err(SlipError::NotAPicture),
            ProcessPictureOutcome::Broken => return Err(SlipError::Broken),
            ProcessPictureOutcome::TooLarge => return Err(SlipError::TooManyPixels),
        };
        let at = self.clock.now();
        let (id_of_slip, bank_reference) = (SlipId::new(self.ids.uuid()), slip.bank_reference);
        let slip =
            Slip { id: id_of_slip, at, bank_reference, state: SlipState::InReview, reason: None, is_by_staff, is_seen_elsewhere: false };
        match self.payments.change(id, &PaymentChange::AddSlip { slip, picture }, by, at).await? {
            ChangePaymentOutcome::Changed(order) | ChangePaymentOutcome::Replayed(order, _) => Ok(order),
            ChangePaymentOutcome::Refused(refusal) => Err(SlipError::Refused(refusal)),
            ChangePaymentOutcome::NotFound
            | ChangePaymentOutcome::KeyReused
            | ChangePaymentOutcome::ReferenceUsed(_)
            | ChangePaymentOutcome::OfferChanged => Err(SlipError::NotFound),
        }
    }

    /// The picture of a slip of an order that `who` may see, as WebP.
    ///
    /// # Errors
    /// [`SlipError::NotFound`] for another customer's order, or when the store fails.
    pub async fn picture(&self, who: &Principal, id: &OrderId, slip: SlipId) -> Result<Vec<u8>, SlipError> {
        self.orders.run(who, id).await?;
        self.payments.slip_picture(id, slip).await?.ok_or(SlipError::NotFound)
    }
}
