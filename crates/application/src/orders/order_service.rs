//! The life of an order after it is placed: packing, delivering, cancelling, calls, notes and edits.

use std::sync::Arc;

use domain::accounts::actor::Actor;
use domain::accounts::session::Principal;
use domain::delivery::tracking::Courier;
use domain::orders::error::OrderError;
use domain::orders::fulfilment::Parcel;
use domain::orders::fulfilment_status::FulfilmentStatus;
use domain::orders::fulfilment_step::StepChange;
use domain::orders::order::Order;
use domain::orders::order_caller::OrderCaller;
use domain::orders::order_edit::OrderEdit;
use domain::orders::order_event::{EventKind, OrderEvent};
use domain::orders::order_filters::OrderQuery;
use domain::orders::order_note::OrderNote;
use domain::orders::ports::{OrderReader, OrderRepository};
use domain::payments::cod_confirmation::CallOutcome;
use domain::shared::edit::{Edit, Saved};
use domain::shared::ids::UserId;
use domain::shared::order_id::OrderId;
use domain::shared::page::{PageAnswer, PageLimit, PageRequest};
use domain::shared::ports::{Clock, PortError};
use domain::shared::text::CancelReason;
use domain::shared::trace::TRACE_TARGET;
use tracing::instrument;

use crate::payments::refund_guards::RefundGuards;
use crate::settings::current_settings::CurrentSettings;

/// The most orders that are cancelled by one call.
pub const MAX_ORDERS: usize = 200;

/// Changes orders. Methods that change one answer it after the change.
#[derive(Clone)]
pub struct OrderService {
    pub orders: Arc<dyn OrderRepository>,
    pub reader: Arc<dyn OrderReader>,
    pub settings: CurrentSettings,
    pub clock: Arc<dyn Clock>,
}

/// One of several orders that were to be cancelled.
#[derive(Debug)]
pub struct Cancelled {
    pub id: OrderId,
    /// The cancelled order, or why it is not cancelled.
    pub outcome: Result<Order, OrderError>,
}

impl OrderService {
    /// The shop's couriers.
    ///
    /// # Errors
    /// [`OrderError::Port`] when the settings cannot be read.
    pub async fn couriers(&self) -> Result<Vec<Courier>, OrderError> {
        Ok(self.settings.get().await?.delivery.value.plan().couriers.clone())
    }

    /// Takes a step of packing and delivering. A parcel without a link has that of its courier's template.
    ///
    /// # Errors
    /// Those of [`Order::take_step`].
    #[instrument(target = TRACE_TARGET, name = "take_fulfilment_step", skip_all)]
    pub async fn take_step(&self, by: &Actor, id: &OrderId, step: StepChange) -> Result<Order, OrderError> {
        let step = StepChange { parcel: step.parcel.with_link(&self.couriers().await?), ..step };
        let (now, actor) = (self.clock.now(), by.clone());
        let decide = Box::new(move |order: &Order| order.take_step(&step, &actor, now));
        Ok(self.orders.change(id, by, now, decide).await?.value)
    }

    /// Corrects the parcel of an order, and mails the customer if that is asked for. A parcel without a link has that of its courier's
    /// template.
    ///
    /// # Errors
    /// Those of [`Order::change_parcel`].
    pub async fn change_parcel(&self, by: &Actor, id: &OrderId, parcel: Parcel, is_mailed: bool) -> Result<Order, OrderError> {
        let parcel = parcel.with_link(&self.couriers().await?);
        let now = self.clock.now();
        let decide = Box::new(move |order: &Order| order.change_parcel(&parcel, is_mailed, now));
        Ok(self.orders.change(id, by, now, decide).await?.value)
    }

    /// Cancels an order for its owner, or for staff; `by` acts for `who`.
    ///
    /// # Errors
    /// Those of [`Order::cancel`].
    #[instrument(target = TRACE_TARGET, name = "cancel_order", skip_all)]
    pub async fn cancel(
        &self,
        who: &impl OrderCaller,
        by: &Actor,
        id: &OrderId,
        reason: Option<CancelReason>,
    ) -> Result<Order, OrderError> {
        let (now, who) = (self.clock.now(), who.clone());
        let decide = Box::new(move |order: &Order| order.cancel(&who, reason.as_ref(), now));
        Ok(self.orders.change(id, by, now, decide).await?.value)
    }

    /// Cancels these orders one after the other, each in a transaction of its own. Once the store is away, the rest is not tried.
    #[instrument(target = TRACE_TARGET, name = "cancel_orders", skip_all)]
    pub async fn cancel_several(&self, who: &Principal, by: &Actor, ids: &[OrderId], reason: Option<&CancelReason>) -> Vec<Cancelled> {
        let mut outcomes = Vec::with_capacity(ids.len());
        let mut is_away = false;
        for id in ids {
            let outcome = if is_away {
                Err(PortError::unavailable("the order before was not cancelled").into())
            } else {
                self.cancel(who, by, id, reason.cloned()).await
            };
            is_away |= matches!(outcome, Err(OrderError::Port(_)));
            outcomes.push(Cancelled { id: id.clone(), outcome });
        }
        outcomes
    }

    /// Cancels the orders of a user that are not packed, the newest first and at most [`MAX_ORDERS`] of them.
    ///
    /// # Errors
    /// When the list of orders cannot be read; nothing was cancelled then.
    pub async fn cancel_of_user(&self, who: &Principal, by: &Actor, user: UserId) -> Result<Vec<Cancelled>, PortError> {
        let limit = u16::try_from(MAX_ORDERS).ok().and_then(|limit| PageLimit::parse(limit.into()).ok()).unwrap_or_default();
        let query = OrderQuery {
            owner: Some(user),
            fulfilment: Some(FulfilmentStatus::Unfulfilled),
            page: PageRequest { limit, after: None },
            ..OrderQuery::default()
        };
        // Without a cursor every page is valid.
        let PageAnswer::Page(page) = self.reader.list(&query).await? else { return Ok(Vec::new()) };
        let ids: Vec<OrderId> = page.items.into_iter().map(|order| order.id).collect();
        Ok(self.cancel_several(who, by, &ids, None).await)
    }

    /// Notes a call to the customer.
    ///
    /// # Errors
    /// Those of [`Order::note_call`].
    pub async fn note_call(&self, by: &Actor, id: &OrderId, outcome: CallOutcome) -> Result<Order, OrderError> {
        let now = self.clock.now();
        let decide = Box::new(move |order: &Order| order.note_call(outcome, now));
        Ok(self.orders.change(id, by, now, decide).await?.value)
    }

    /// Adds a note, and answers its event.
    ///
    /// # Errors
    /// [`OrderError::NotFound`], or a failing port.
    pub async fn add_note(&self, by: &Actor, id: &OrderId, note: OrderNote) -> Result<OrderEvent, OrderError> {
        let (now, kind) = (self.clock.now(), EventKind::Note(note.clone()));
        let decide = Box::new(move |order: &Order| Ok(order.add_note(&note, now)));
        let status = self.orders.change(id, by, now, decide).await?.value.status;
        Ok(OrderEvent { at: now, actor: by.email.clone(), from: Some(status), to: status, request_id: Some(by.request_id.clone()), kind })
    }

    /// Changes status, notes and payment of an order, as the role of `who` allows; `by` acts for `who`. A large refund needs a confirmed
    /// session, and an order that is to be paid again has the time of the present settings.
    ///
    /// # Errors
    /// Those of [`OrderEdit::require`] and [`Order::edit`], and [`OrderError::OutOfStock`].
    #[instrument(target = TRACE_TARGET, name = "update_order", skip_all)]
    pub async fn edit(&self, who: &Principal, by: &Actor, id: &OrderId, mut edit: OrderEdit) -> Result<Saved<Order>, OrderError> {
        edit.require(who)?;
        if edit.refunded == Some(true) {
            edit.guard = RefundGuards { settings: self.settings.clone(), clock: self.clock.clone() }.of(who).await?;
        }
        if edit.status.is_some() || edit.payment_id != Edit::Keep || edit.refunded.is_some() {
            edit.times = self.settings.get().await?.payments.value.times_to_pay();
        }
        let (now, who, actor) = (self.clock.now(), who.clone(), by.clone());
        let decide = Box::new(move |order: &Order| order.edit(&edit, &who, &actor, now));
        self.orders.change(id, by, now, decide).await
    }
}

#[cfg(test)]
mod tests;
