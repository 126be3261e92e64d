//! Returns: requesting, judging and receiving them, their photos and bank accounts.

use std::sync::Arc;

use domain::accounts::actor::Actor;
use domain::accounts::permission::Permission;
use domain::accounts::ports::SecretCipher;
use domain::accounts::session::Principal;
use domain::images::image::PicturePurpose;
use domain::images::ports::{PictureProcessor, ProcessPictureOutcome};
use domain::orders::error::OrderError;
use domain::orders::order::Order;
use domain::orders::order_caller::OrderCaller;
use domain::orders::payment::error::PaymentError;
use domain::orders::payment::repository::SlipPicture;
use domain::orders::ports::{OrderReader, OrderRepository};
use domain::orders::returns::judgement::ReturnOutcome;
use domain::orders::returns::order_return::{BankAccount, DecisionReason, ReturnPhoto};
use domain::orders::returns::receipt::ReceivedItem;
use domain::orders::returns::repository::{Enclosure, ReturnRepository};
use domain::orders::returns::request::{NewReturn, ReturnTerms};
use domain::shared::calendar::ShopCalendar;
use domain::shared::edit::Saved;
use domain::shared::ids::PhotoId;
use domain::shared::order_id::OrderId;
use domain::shared::ports::{Clock, IdSource, PortError};
use domain::shared::trace::TRACE_TARGET;
use tracing::instrument;

use crate::settings::current_settings::CurrentSettings;

const PHOTO_FAILED: &str = "Failed to upload the photo. Please try again.";

/// The use cases of returns. Methods that change one answer its order after the change; `by` acts for `who`.
#[derive(Clone)]
pub struct ReturnService {
    pub orders: Arc<dyn OrderRepository>,
    pub reader: Arc<dyn OrderReader>,
    pub returns: Arc<dyn ReturnRepository>,
    pub settings: CurrentSettings,
    pub calendar: ShopCalendar,
    pub cipher: Arc<dyn SecretCipher>,
    pub processor: Arc<dyn PictureProcessor>,
    pub ids: Arc<dyn IdSource>,
    pub clock: Arc<dyn Clock>,
}

/// What an account is sealed for: that of one order does not open for another.
fn sealed_for(id: &OrderId) -> String {
    format!("the bank account of {}", id.as_str())
}

impl ReturnService {
    /// Requests a return by the present terms of the shop. A bank account is sealed with the data key.
    ///
    /// # Errors
    /// Those of [`Order::request_return`], and when the settings cannot be read or the account cannot be sealed.
    #[instrument(target = TRACE_TARGET, name = "request_return", skip_all)]
    pub async fn request(
        &self,
        who: &impl OrderCaller,
        by: &Actor,
        id: &OrderId,
        new: NewReturn,
        account: Option<&BankAccount>,
    ) -> Result<Saved<Order>, OrderError> {
        let settings = self.settings.get().await?.orders.value;
        let terms = ReturnTerms { days: settings.return_days, changed_mind: settings.changed_mind, calendar: self.calendar };
        let (now, who) = (self.clock.now(), who.clone());
        let new = NewReturn { has_account: account.is_some(), ..new };
        let decide = Box::new(move |order: &Order| order.request_return(&new, &terms, &who, now));
        let Some(account) = account else { return self.orders.change(id, by, now, decide).await };
        let text = serde_json::to_string(account).map_err(PortError::internal)?;
        let sealed = self.cipher.seal_text(&text, &sealed_for(id)).map_err(PortError::internal)?;
        self.returns.change_with(id, by, now, Enclosure::Account(sealed), decide).await
    }

    /// Takes a return back.
    ///
    /// # Errors
    /// Those of [`Order::withdraw_return`].
    pub async fn withdraw(&self, who: &impl OrderCaller, by: &Actor, id: &OrderId, number: u32) -> Result<Order, OrderError> {
        let (now, who) = (self.clock.now(), who.clone());
        let decide = Box::new(move |order: &Order| order.withdraw_return(number, &who, now));
        Ok(self.orders.change(id, by, now, decide).await?.value)
    }

    /// Approves or rejects a return.
    ///
    /// # Errors
    /// Those of [`Order::judge_return`].
    pub async fn judge(
        &self,
        who: &Principal,
        by: &Actor,
        (id, number): (&OrderId, u32),
        judgement: (ReturnOutcome, Option<DecisionReason>),
    ) -> Result<Order, OrderError> {
        let (now, who) = (self.clock.now(), who.clone());
        let decide = Box::new(move |order: &Order| order.judge_return(number, judgement.clone(), &who, now));
        Ok(self.orders.change(id, by, now, decide).await?.value)
    }

    /// Receives the goods of a return.
    ///
    /// # Errors
    /// Those of [`Order::receive_return`].
    #[instrument(target = TRACE_TARGET, name = "receive_return", skip_all)]
    pub async fn receive(
        &self,
        who: &Principal,
        by: &Actor,
        (id, number): (&OrderId, u32),
        received: Vec<ReceivedItem>,
    ) -> Result<Order, OrderError> {
        let (now, who) = (self.clock.now(), who.clone());
        let decide = Box::new(move |order: &Order| order.receive_return(number, &received, &who, now));
        Ok(self.orders.change(id, by, now, decide).await?.value)
    }

    /// Whether `who` may upload a photo of a return of the order, before a file is read.
    ///
    /// # Errors
    /// Those of [`Order::require_for_returns`], or when the store fails.
    pub async fn check_upload(&self, who: &impl OrderCaller, id: &OrderId) -> Result<Order, PaymentError> {
        let found = self.reader.by_id(id).await.map_err(OrderError::from);
        let order =
            found.and_then(|order| order.ok_or(OrderError::NotFound)).map_err(|error| PaymentError::from(error).of_call(PHOTO_FAILED))?;
        order.require_for_returns(who)?;
        Ok(order)
    }

    /// Encodes a file as a picture and keeps it with a return.
    ///
    /// # Errors
    /// Those of [`ReturnService::check_upload`] and [`Order::add_return_photo`], and those of pictures.
    pub async fn add_photo(
        &self,
        who: &impl OrderCaller,
        by: &Actor,
        (id, number): (&OrderId, u32),
        file: Vec<u8>,
    ) -> Result<Order, PaymentError> {
        let is_own = who.owns(&self.check_upload(who, id).await?);
        let bytes = match self.processor.process(file, PicturePurpose::Slip).await? {
            ProcessPictureOutcome::Processed(picture) => picture.main,
            ProcessPictureOutcome::NotAPicture => return Err(PaymentError::NotAPicture),
            ProcessPictureOutcome::Broken => return Err(PaymentError::Broken),
            ProcessPictureOutcome::TooLarge => return Err(PaymentError::TooManyPixels),
        };
        let (at, user) = (self.clock.now(), who.clone());
        let photo = ReturnPhoto { id: PhotoId::new(self.ids.uuid()), at };
        let picture = SlipPicture { bytes, of_customer: who.user().filter(|_| is_own).map(|who| who.user.id) };
        let decide = Box::new(move |order: &Order| order.add_return_photo(number, photo, &user));
        let saved = self.returns.change_with(id, by, at, Enclosure::Picture(picture), decide).await;
        Ok(saved.map_err(|error| PaymentError::from(error).of_call(PHOTO_FAILED))?.value)
    }

    /// A photo of a return of an order that `who` may see, as WebP.
    ///
    /// # Errors
    /// [`OrderError::NotFound`] for another customer's order or an unknown photo, or when the store fails.
    pub async fn photo(&self, who: &impl OrderCaller, id: &OrderId, photo: PhotoId) -> Result<Vec<u8>, OrderError> {
        self.visible(who, id).await?;
        self.returns.photo(id, photo).await?.ok_or(OrderError::NotFound)
    }

    /// The bank account that was given with a return, for its customer and for staff who handle payments.
    ///
    /// # Errors
    /// [`OrderError::NotFound`], [`OrderError::Lacking`], [`OrderError::NoReturn`] where there is none, and when it does not open.
    pub async fn account(&self, who: &impl OrderCaller, id: &OrderId, number: u32) -> Result<BankAccount, OrderError> {
        let order = self.visible(who, id).await?;
        who.require_unless_own(&order, Permission::ManagePayments)?;
        let sealed = self.returns.account(id, number).await?.ok_or(OrderError::NoReturn)?;
        let text = self.cipher.open_text(&sealed, &sealed_for(id)).map_err(PortError::internal)?;
        Ok(serde_json::from_str(&text).map_err(PortError::internal)?)
    }

    async fn visible(&self, who: &impl OrderCaller, id: &OrderId) -> Result<Order, OrderError> {
        self.reader.by_id(id).await?.filter(|order| order.is_visible_to(who)).ok_or(OrderError::NotFound)
    }
}
