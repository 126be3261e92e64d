//! Changes of orders, as the use cases ask for them.

use chrono::{DateTime, Utc};
use domain::accounts::actor::Actor;
use domain::accounts::session::Principal;
use domain::accounts::user::User;
use domain::orders::error::OrderError;
use domain::orders::fulfilment::Parcel;
use domain::orders::fulfilment_step::{FulfilmentStep, StepChange};
use domain::orders::order::Order;
use domain::orders::order_edit::OrderEdit;
use domain::orders::order_event::OrderEvent;
use domain::orders::order_note::OrderNote;
use domain::orders::payment::attempts::{AttemptChange, Notified, OrderAttempts, ReceivedNotification};
use domain::orders::payment::change::PaymentChange;
use domain::orders::payment::error::PaymentError;
use domain::orders::payment::gateway_records::names_of_records;
use domain::orders::payment::refund_sending::RefundStep;
use domain::orders::payment::repository::SlipPicture;
use domain::orders::returns::judgement::ReturnOutcome;
use domain::orders::returns::order_return::{Resolution, ReturnReason};
use domain::orders::returns::request::NewReturn;
use domain::payments::attempt::AttemptId;
use domain::payments::attention::AttentionKind;
use domain::payments::cod_confirmation::CallOutcome;
use domain::payments::gateway::{GatewayPayment, Notification};
use domain::payments::order_payment::PaymentRefusal;
use domain::payments::refund::{RefundId, RefundState};
use domain::payments::slip::Slip;
use domain::shared::edit::Saved;
use domain::shared::order_id::OrderId;
use domain::shared::order_status::OrderStatus;
use domain::shared::text::CancelReason;

use crate::contracts::Shop;
use crate::{moments, sample_orders, sample_users};

impl Shop {
    /// Edits an order as an owner may.
    ///
    /// # Errors
    /// Those of [`Order::edit`] and of the repository.
    pub async fn edit(&self, id: &OrderId, edit: &OrderEdit, by: &Actor, now: DateTime<Utc>) -> Result<Saved<Order>, OrderError> {
        let (edit, actor, who) = (edit.clone(), by.clone(), sample_users::signed_in(sample_users::admin()));
        self.orders.change(id, by, now, Box::new(move |order: &Order| order.edit(&edit, &who, &actor, now))).await
    }

    /// Sets the status of an order.
    ///
    /// # Errors
    /// Those of [`Shop::edit`].
    pub async fn set_status(&self, order: &Order, status: OrderStatus) -> Result<Saved<Order>, OrderError> {
        let edit = OrderEdit { status: Some(status), ..OrderEdit::default() };
        self.edit(&order.id, &edit, &sample_users::actor(), moments::now()).await
    }

    /// Takes a step with an order, of whose parcel nothing is said.
    ///
    /// # Errors
    /// Those of [`Order::take_step`].
    pub async fn take_step(&self, order: &Order, step: FulfilmentStep) -> Result<Order, OrderError> {
        let step = StepChange { step, parcel: Parcel::default(), is_cash_collected: true };
        let (by, now) = (sample_users::actor(), moments::now());
        let actor = by.clone();
        let decide = Box::new(move |order: &Order| order.take_step(&step, &actor, now));
        Ok(self.orders.change(&order.id, &by, now, decide).await?.value)
    }

    /// Cancels an order as its customer.
    ///
    /// # Errors
    /// Those of [`Order::cancel`].
    pub async fn cancel(&self, order: &Order, customer: &User) -> Result<Order, OrderError> {
        let who = Principal { user: customer.clone(), session: sample_users::session_of(customer) };
        let (by, now, reason) = (Actor::user(customer, "r1".to_owned()), moments::now(), CancelReason::parse("ordered twice").ok());
        let decide = Box::new(move |order: &Order| order.cancel(&who, reason.as_ref(), now));
        Ok(self.orders.change(&order.id, &by, now, decide).await?.value)
    }

    /// Notes a call to the customer of an order.
    ///
    /// # Errors
    /// Those of [`Order::note_call`].
    pub async fn note_call(&self, order: &Order, outcome: CallOutcome) -> Result<Order, OrderError> {
        let now = moments::now();
        let decide = Box::new(move |order: &Order| order.note_call(outcome, now));
        Ok(self.orders.change(&order.id, &sample_users::actor(), now, decide).await?.value)
    }

    /// Requests a return of a unit of each item of a delivered order, as its customer.
    ///
    /// # Errors
    /// Those of [`Order::request_return`].
    pub async fn request_return(&self, order: &Order, customer: &User, now: DateTime<Utc>) -> Result<Order, OrderError> {
        let who = Principal { user: customer.clone(), session: sample_users::session_of(customer) };
        let new = NewReturn {
            items: order.items.iter().map(|item| (item.code.clone(), sample_orders::quantity(1))).collect(),
            reason: ReturnReason::Damaged,
            comment: None,
            resolution: Resolution::Refund,
            has_account: false,
            key: None,
        };
        let decide = Box::new(move |order: &Order| order.request_return(&new, &sample_orders::return_terms(), &who, now));
        Ok(self.orders.change(&order.id, &sample_users::actor(), now, decide).await?.value)
    }

    /// Approves or rejects the newest return of an order.
    pub async fn judge_return(&self, order: &Order, outcome: ReturnOutcome, now: DateTime<Utc>) -> Order {
        let who = sample_users::signed_in(sample_users::admin());
        let decide = Box::new(move |order: &Order| {
            let newest = order.returns.last().map_or(0, |newest| newest.number);
            order.judge_return(newest, (outcome, None), &who, now)
        });
        self.orders.change(&order.id, &sample_users::actor(), now, decide).await.unwrap().value
    }

    /// Adds a note to an order.
    pub async fn add_note(&self, order: &Order, note: &OrderNote) {
        let (note, now) = (note.clone(), moments::now());
        let decide = Box::new(move |order: &Order| Ok(order.add_note(&note, now)));
        self.orders.change(&order.id, &sample_users::actor(), now, decide).await.unwrap();
    }

    /// Changes the payment of an order.
    ///
    /// # Errors
    /// Those of [`Order::change_payment`] and of the repository.
    pub async fn pay(&self, id: &OrderId, change: &PaymentChange, by: &Actor, now: DateTime<Utc>) -> Result<Saved<Order>, OrderError> {
        let (change, actor) = (change.clone(), by.clone());
        self.orders.change(id, by, now, Box::new(move |order: &Order| order.change_payment(&change, &actor, now))).await
    }

    /// Adds a slip, which takes room of the customer who acts.
    ///
    /// # Errors
    /// Those of [`Order::change_payment`] and of the repository.
    pub async fn add_slip(&self, id: &OrderId, slip: Slip, bytes: Vec<u8>, by: &Actor) -> Result<Saved<Order>, OrderError> {
        let (now, picture, actor) = (slip.at, SlipPicture { bytes, of_customer: by.user_id.filter(|_| !slip.is_by_staff) }, by.clone());
        let change = PaymentChange::AddSlip(slip);
        let decide = Box::new(move |order: &Order| order.change_payment(&change, &actor, now));
        self.payments.add_slip(id, by, now, picture, decide).await
    }

    /// Starts an attempt to pay an order, or finds the open one.
    ///
    /// # Errors
    /// Those of [`OrderAttempts::start`].
    pub async fn start(&self, id: &OrderId, now: DateTime<Utc>) -> Result<AttemptChange, PaymentError> {
        self.payments.change_attempt(id, now, &[], Box::new(move |order: &OrderAttempts| order.start(now))).await
    }

    pub async fn take(&self, notification: &Notification, has_records: bool, now: DateTime<Utc>) -> Notified {
        let told = notification.clone();
        let decide = Box::new(move |received: &ReceivedNotification| received.take(&told, has_records, now));
        self.payments.keep_notification(notification, now, decide).await.unwrap().notified()
    }

    /// Books the records of an attempt, and answers the alarm.
    pub async fn read(&self, id: &AttemptId, records: &[GatewayPayment], now: DateTime<Utc>) -> Option<AttentionKind> {
        let (names, of, read) = (names_of_records(id, records), id.clone(), records.to_vec());
        let decide = Box::new(move |order: &OrderAttempts| order.read(&of, &read, now));
        self.payments.change_attempt(&id.order, now, &names, decide).await.unwrap().alarm
    }

    /// Moves a refund on, and answers its new state; `None` where the step does not lead on.
    pub async fn step_refund(&self, id: &RefundId, step: RefundStep, now: DateTime<Utc>) -> Option<RefundState> {
        let number = id.number;
        let decide = Box::new(move |order: &Order| Ok(order.step_refund(number, &step, now)));
        let Saved { value, is_changed } = self.orders.change(&id.order, &Actor::operator("refunds"), now, decide).await.unwrap();
        value.payment.refunds.iter().find(|refund| is_changed && refund.number == number).map(|refund| refund.state)
    }

    /// Whether the customer of an order is reminded.
    pub async fn remind(&self, id: &OrderId, now: DateTime<Utc>) -> bool {
        let by = Actor::operator("payment reminders");
        self.orders.change(id, &by, now, Box::new(move |order: &Order| Ok(order.remind(now)))).await.unwrap().is_changed
    }

    pub async fn expire(&self, id: &OrderId, now: DateTime<Utc>) -> bool {
        let by = Actor::operator("payment expiry");
        self.orders.change(id, &by, now, Box::new(move |order: &Order| Ok(order.expire(now)))).await.unwrap().is_changed
    }

    pub async fn history(&self, order: &Order) -> Vec<OrderEvent> {
        self.order_reader.history(&order.id).await.unwrap().unwrap()
    }
}

/// The refusal of a change of a payment.
pub(crate) fn refusal_of(changed: Result<Saved<Order>, OrderError>) -> PaymentRefusal {
    match changed {
        Err(OrderError::Payment(refusal)) => refusal,
        other => panic!("{other:?}"),
    }
}
