//! Requesting a return, its photos, and withdrawing it.

use chrono::{DateTime, Days, Utc};

use crate::accounts::permission::Permission;
use crate::catalog::product_code::ProductCode;
use crate::orders::error::{OrderError, OrderRefusal};
use crate::orders::order::Order;
use crate::orders::order_caller::OrderCaller;
use crate::orders::order_change::{Audit, OrderChange};
use crate::orders::order_mails;
use crate::orders::order_settings::ReturnDays;
use crate::orders::returns::order_return::{
    MAX_PHOTOS, MAX_RETURNS, Resolution, Return, ReturnComment, ReturnItem, ReturnPhoto, ReturnReason, ReturnState, ReturnStep,
};
use crate::shared::calendar::ShopCalendar;
use crate::shared::idempotency::IdempotencyKey;
use crate::shared::money::Money;
use crate::shared::order_status::OrderStatus;
use crate::shared::quantity::Quantity;

/// The shop's terms of returns.
#[derive(Clone, Copy, Debug)]
pub struct ReturnTerms {
    pub days: ReturnDays,
    /// Whether a change of mind is a reason.
    pub changed_mind: bool,
    pub calendar: ShopCalendar,
}

impl ReturnTerms {
    /// Whether a return may be requested now of what was delivered then: to the end of the shop's day that is so many days after that of
    /// the delivery.
    #[must_use]
    pub fn are_open(&self, delivered_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        let last = self.calendar.day_of(delivered_at).checked_add_days(Days::new(self.days.get().into()));
        self.days.get() > 0 && last.is_some_and(|last| self.calendar.day_of(now) <= last)
    }
}

/// A return that is requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReturn {
    /// The codes of products of the order, and how many units of each.
    pub items: Vec<(ProductCode, Quantity)>,
    pub reason: ReturnReason,
    pub comment: Option<ReturnComment>,
    pub resolution: Resolution,
    /// Whether a bank account comes with it.
    pub has_account: bool,
    /// The same key requests it once.
    pub key: Option<IdempotencyKey>,
}

impl Order {
    /// Requests a return, for the customer and for staff who judge returns. A request whose key was used for the same return changes
    /// nothing.
    ///
    /// # Errors
    /// [`OrderError::NotFound`] for the order of another customer, [`OrderError::Lacking`], [`OrderError::ReturnKeyReused`],
    /// [`OrderError::ReturnItems`], [`OrderError::ReturnReason`], and [`OrderError::Refused`] for an order that is not delivered or was so
    /// too long ago, for more units than are left of an item, and after many returns.
    pub fn request_return(
        &self,
        new: &NewReturn,
        terms: &ReturnTerms,
        who: &impl OrderCaller,
        now: DateTime<Utc>,
    ) -> Result<OrderChange, OrderError> {
        self.require_for_returns(who)?;
        let items = self.asked_items(&new.items)?;
        if let Some(known) = self.returns.iter().find(|one| new.key.is_some() && one.key == new.key) {
            return if new.is_request_of(known, &items) { Ok(self.unchanged()) } else { Err(OrderError::ReturnKeyReused) };
        }
        let delivered_at = self.fulfilment.delivered_at.filter(|_| self.status == OrderStatus::Completed);
        if !delivered_at.is_some_and(|at| terms.are_open(at, now)) {
            return Err(self.refused(OrderRefusal::NotReturnable));
        }
        if new.reason == ReturnReason::ChangedMind && !terms.changed_mind {
            return Err(OrderError::ReturnReason);
        }
        if items.iter().any(|item| item.quantity > self.returnable_units(item.position)) {
            return Err(self.refused(OrderRefusal::TooManyReturned));
        }
        if self.returns.len() >= MAX_RETURNS {
            return Err(self.refused(OrderRefusal::TooManyReturns));
        }
        let mut after = self.clone();
        after.returns.push(new.requested(self, items, who, now));
        let shop = order_mails::return_for_shop(&after, now);
        let change = self.by_return_step(after, ReturnStep::Requested, None, who, now);
        Ok(OrderChange { mails: shop.into_iter().collect(), ..change })
    }

    /// Adds a photo to a return that is not decided, for its customer and for staff who judge returns.
    ///
    /// # Errors
    /// [`OrderError::NotFound`], [`OrderError::Lacking`], [`OrderError::NoReturn`], and [`OrderError::Refused`] for a return that is decided
    /// or has [`MAX_PHOTOS`] photos.
    pub fn add_return_photo(&self, number: u32, photo: ReturnPhoto, who: &impl OrderCaller) -> Result<OrderChange, OrderError> {
        self.require_for_returns(who)?;
        let mut after = self.clone();
        let of = self.open_return(&mut after, number, &[ReturnState::Requested])?;
        if of.photos.len() >= MAX_PHOTOS {
            return Err(self.refused(OrderRefusal::TooManyPhotos));
        }
        of.photos.push(photo);
        Ok(OrderChange { audit: self.audit_of(who), ..OrderChange::silent(self, after) })
    }

    /// Takes a return back before its goods arrive, for the customer and for staff who judge returns.
    ///
    /// # Errors
    /// [`OrderError::NotFound`], [`OrderError::Lacking`], [`OrderError::NoReturn`], and [`OrderError::Refused`] for one that has ended.
    pub fn withdraw_return(&self, number: u32, who: &impl OrderCaller, now: DateTime<Utc>) -> Result<OrderChange, OrderError> {
        self.require_for_returns(who)?;
        let mut after = self.clone();
        let of = self.open_return(&mut after, number, &[ReturnState::Requested, ReturnState::Approved])?;
        of.state = ReturnState::Withdrawn;
        of.decided_at = Some(now);
        Ok(self.by_return_step(after, ReturnStep::Withdrawn, Some(number), who, now))
    }

    /// Whether they may request and withdraw returns of the order.
    ///
    /// # Errors
    /// [`OrderError::NotFound`] for the order of another customer, and [`OrderError::Lacking`].
    pub fn require_for_returns(&self, who: &impl OrderCaller) -> Result<(), OrderError> {
        if !self.is_visible_to(who) {
            return Err(OrderError::NotFound);
        }
        Ok(who.require_unless_own(self, Permission::CancelProcessingOrders)?)
    }

    /// The return with this number in `after`, if it has one of these states.
    pub(super) fn open_return<'a>(&self, after: &'a mut Self, number: u32, states: &[ReturnState]) -> Result<&'a mut Return, OrderError> {
        let found = after.returns.iter_mut().find(|one| one.number == number).ok_or(OrderError::NoReturn)?;
        if states.contains(&found.state) { Ok(found) } else { Err(self.refused(OrderRefusal::WrongReturnStep)) }
    }

    /// Nothing changes.
    fn unchanged(&self) -> OrderChange {
        OrderChange { audit: Audit::Nothing, ..OrderChange::silent(self, self.clone()) }
    }

    /// The asked units by the places of their items, each place once.
    fn asked_items(&self, asked: &[(ProductCode, Quantity)]) -> Result<Vec<ReturnItem>, OrderError> {
        let mut items: Vec<ReturnItem> = Vec::new();
        for (code, quantity) in asked {
            let position = self.items.iter().position(|item| item.code == *code).ok_or(OrderError::ReturnItems)?;
            match items.iter_mut().find(|item| item.position == position) {
                Some(item) => item.quantity = item.quantity.saturating_add(quantity.get()),
                None => items.push(ReturnItem { position, quantity: quantity.get(), restocked: 0, written_off: 0, credit: Money::ZERO }),
            }
        }
        items.sort_by_key(|item| item.position);
        if items.is_empty() { Err(OrderError::ReturnItems) } else { Ok(items) }
    }
}

impl NewReturn {
    /// Whether a return was requested so. The words of its account cannot be compared.
    fn is_request_of(&self, known: &Return, items: &[ReturnItem]) -> bool {
        let units = |items: &[ReturnItem]| items.iter().map(|item| (item.position, item.quantity)).collect::<Vec<_>>();
        let had_account = known.has_account || known.state != ReturnState::Requested;
        let is_same = (self.reason, &self.comment, self.resolution) == (known.reason, &known.comment, known.resolution)
            && (!self.has_account || had_account);
        is_same && units(items) == units(&known.items)
    }

    fn requested(&self, order: &Order, items: Vec<ReturnItem>, who: &impl OrderCaller, now: DateTime<Utc>) -> Return {
        Return {
            number: order.returns.last().map_or(1, |last| last.number.saturating_add(1)),
            state: ReturnState::Requested,
            reason: self.reason,
            comment: self.comment.clone(),
            resolution: self.resolution,
            is_by_staff: !who.owns(order),
            items,
            photos: Vec::new(),
            has_account: self.has_account,
            requested_at: now,
            decided_at: None,
            decision: None,
            received_at: None,
            credit: Money::ZERO,
            delivery_credit: Money::ZERO,
            key: self.key.clone(),
        }
    }
}
