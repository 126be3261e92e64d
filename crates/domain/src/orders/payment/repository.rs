//! Storing and listing payments. Most changes of a payment are changes of its order
//! ([`crate::orders::ports::OrderRepository::change`]).

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::accounts::actor::Actor;
use crate::orders::error::OrderError;
use crate::orders::order::Order;
use crate::orders::order_change::OrderChange;
use crate::orders::payment::attempts::{AttemptChange, NotificationChange, OrderAttempts, ReceivedNotification};
use crate::orders::payment::error::PaymentError;
use crate::payments::attempt::AttemptId;
use crate::payments::attempt_record::Attempt;
use crate::payments::gateway::Notification;
use crate::payments::refund::RefundId;
use crate::payments::slip::{Slip, SlipState};
use crate::shared::decide::Decide;
use crate::shared::edit::Saved;
use crate::shared::ids::{SlipId, UserId};
use crate::shared::order_id::OrderId;
use crate::shared::page::{ListError, Page, PageRequest};
use crate::shared::ports::PortError;
use crate::shared::versioned::SettingsVersion;

/// A slip of the list, and its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedSlip {
    pub slip: Slip,
    /// The order that it pays.
    pub order: Order,
}

/// The picture of a slip that is added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlipPicture {
    /// WebP.
    pub bytes: Vec<u8>,
    /// The customer whose room for uploads it takes; `None` for one that staff upload.
    pub of_customer: Option<UserId>,
}

/// Stores and lists what belongs to the payments of orders.
#[cfg_attr(feature = "mock", mockall::automock)]
#[async_trait]
pub trait PaymentRepository: Send + Sync {
    /// Changes an order as [`crate::orders::ports::OrderRepository::change`] does, where these are the present settings of payments, whose
    /// shared lock it takes before that of the order: no order has a fee of former settings after they are saved. `None` where they have
    /// another version; nothing was written then.
    async fn change_by_settings(
        &self,
        id: &OrderId,
        by: &Actor,
        now: DateTime<Utc>,
        settings: SettingsVersion,
        decide: Decide<Order, OrderChange, OrderError>,
    ) -> Result<Option<Saved<Order>>, OrderError>;

    /// Changes an order as [`crate::orders::ports::OrderRepository::change`] does, with the picture of the slip that is added.
    ///
    /// # Errors
    /// [`crate::payments::order_payment::PaymentRefusal::TooManyUploads`] before `decide` is called.
    async fn add_slip(
        &self,
        id: &OrderId,
        by: &Actor,
        now: DateTime<Utc>,
        picture: SlipPicture,
        decide: Decide<Order, OrderChange, OrderError>,
    ) -> Result<Saved<Order>, OrderError>;

    /// Changes an order by one of its attempts. One transaction locks the order, calls `decide` with the attempts and with those of `names`
    /// that charges of the gateway of other orders have, and writes the decided change, which it answers. It is retried as that of
    /// [`crate::orders::ports::OrderRepository::change`] is, and continues when the caller is cancelled.
    async fn change_attempt(
        &self,
        id: &OrderId,
        now: DateTime<Utc>,
        names: &[String],
        decide: Decide<OrderAttempts, AttemptChange, PaymentError>,
    ) -> Result<AttemptChange, PaymentError>;

    /// Keeps a notification, once however often it comes, and writes what it changes, as [`PaymentRepository::change_attempt`] does. After
    /// an error nothing is kept, and the gateway may send it again.
    async fn keep_notification(
        &self,
        notification: &Notification,
        now: DateTime<Utc>,
        decide: Decide<ReceivedNotification, NotificationChange, PaymentError>,
    ) -> Result<NotificationChange, PaymentError>;

    /// All attempts of an order, the oldest first.
    async fn attempts(&self, id: &OrderId) -> Result<Vec<Attempt>, PortError>;

    /// At most `limit` attempts whose records are due ([`crate::payments::check_times::next_check`]). The newest attempts of their orders come
    /// first, those of different customers in turn, and of one customer the longest due first: the attempts of one customer, however many,
    /// keep those of others waiting at no time. They are due again after [`crate::payments::check_times::RETRY`] unless their records are
    /// booked; another caller gets others.
    async fn due_attempts(&self, now: DateTime<Utc>, limit: usize) -> Result<Vec<AttemptId>, PortError>;

    /// The picture of a slip of this order, as WebP.
    async fn slip_picture(&self, id: &OrderId, slip: SlipId) -> Result<Option<Vec<u8>>, PortError>;

    /// One page of the slips in this state, oldest first.
    async fn slips(&self, state: SlipState, page: &PageRequest) -> Result<Page<ListedSlip>, ListError>;

    /// One page of the orders of which money has to go back or is on its way, oldest order first. A refund of unknown outcome is on
    /// its way.
    async fn refunds(&self, page: &PageRequest) -> Result<Page<Order>, ListError>;

    /// At most 100 orders whose time to pay is over, the longest overdue first.
    async fn overdue(&self, now: DateTime<Utc>) -> Result<Vec<OrderId>, PortError>;

    /// Notes that the gateway did not say whether an overdue order was paid, and answers since when that is so: the first time since its
    /// deadline, by any instance. `None` where there is no such order.
    async fn postpone(&self, id: &OrderId, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, PortError>;

    /// Orders of which half of the time for a bank transfer is over and that have no reminder, at most 100, the first to be cancelled
    /// first.
    async fn to_remind(&self, now: DateTime<Utc>) -> Result<Vec<OrderId>, PortError>;

    /// At most `limit` refunds that wait to be sent, the oldest first. Those that still wait afterwards are due again after
    /// [`crate::payments::check_times::RETRY`]; another caller gets others meanwhile.
    async fn due_refunds(&self, now: DateTime<Utc>, limit: usize) -> Result<Vec<RefundId>, PortError>;

    /// At most 100 refunds that began to be sent [`crate::orders::payment::refund_sending::PATIENCE`] ago or earlier, and of which no outcome
    /// was told.
    async fn stranded_refunds(&self, now: DateTime<Utc>) -> Result<Vec<RefundId>, PortError>;
}
