//! Changing an order's status, notes and payment.

use std::sync::Arc;

use domain::accounts::permission::{Lacking, Permission};
use domain::accounts::session::Principal;
use domain::orders::fulfilment_step::StepRefusal;
use domain::orders::order::{Order, Shortage};
use domain::orders::order_change::OrderChange;
use domain::orders::order_id::OrderId;
use domain::orders::ports::{OrderReader, OrderRepository, UpdateOrderOutcome as Update};
use domain::orders::status_rights::permission_for;
use domain::payments::order_payment::PaymentRefusal;
use domain::reports::audit::Actor;
use domain::shared::edit::{Edit, Edited};
use domain::shared::error::feature_error;
use domain::shared::ports::Clock;
use domain::shared::trace::TRACE_TARGET;
use tracing::instrument;

use crate::payments::refund_guards::RefundGuards;
use crate::settings::current_settings::CurrentSettings;

feature_error! {
    /// Why an order was not changed.
    pub enum UpdateOrderError {
        NotFound => NotFound, "order.not_found", "There is no order with this number.";
        /// It cannot leave `cancelled`: there is not enough of these.
        OutOfStock(Vec<Shortage>) => Conflict, "order.out_of_stock", "Some items are out of stock.";
        /// Its status is not the one that was seen; this is the order as it is.
        StatusChanged(Box<Order>) => Conflict, "order.status_changed", "The status of this order has changed meanwhile. Please check it and try again.";
        /// The new status stands for a step towards the customer, and the order is not paid; this is the order as it is.
        Unpaid(Box<Order>) => Conflict, "order.unpaid", "This order is not paid yet.";
        /// The new status stands for a step towards the customer, and the customer has to be called; this is the order as it is.
        Unconfirmed(Box<Order>) => Conflict, "order.unconfirmed", "This order is not confirmed yet. Please call the customer first.";
        /// The reference of the payment pays this order already.
        ReferenceUsed(OrderId) => Conflict, "payment.reference_used", "This reference was used for the order {0} already.";
    } or Payment(PaymentRefusal), Lacking(Lacking) port "Failed to update order. Please try again."
}

#[derive(Clone)]
pub struct UpdateOrder {
    reader: Arc<dyn OrderReader>,
    orders: Arc<dyn OrderRepository>,
    settings: CurrentSettings,
    clock: Arc<dyn Clock>,
}

impl UpdateOrder {
    /// Wires the use case.
    #[must_use]
    pub fn new(reader: Arc<dyn OrderReader>, orders: Arc<dyn OrderRepository>, settings: CurrentSettings, clock: Arc<dyn Clock>) -> Self {
        Self { reader, orders, settings, clock }
    }

    /// Changes the order with this number, as the role of `who` allows. `by` acts for `who`.
    ///
    /// # Errors
    /// [`UpdateOrderError`] when there is none, its status is not the expected one, stock is short, the role may not, or the
    /// store fails.
    #[instrument(target = TRACE_TARGET, name = "update_order", skip_all)]
    pub async fn run(&self, who: &Principal, by: &Actor, id: &OrderId, change: OrderChange) -> Result<Edited<Order>, UpdateOrderError> {
        let mut change = self.allowed(who, id, change).await?;
        if change.status.is_some() || change.payment_id != Edit::Keep || change.refunded.is_some() {
            change.times = self.settings.get().await?.payments.value.times_to_pay();
        }
        match self.orders.update(id, &change, by, self.clock.now()).await? {
            Update::Updated(order) => Ok(Edited { thing: order, is_changed: true }),
            Update::Unchanged(order) => Ok(Edited { thing: order, is_changed: false }),
            Update::NotFound => Err(UpdateOrderError::NotFound),
            Update::OutOfStock(lines) => Err(UpdateOrderError::OutOfStock(lines)),
            Update::PaymentRefused(refusal) => Err(UpdateOrderError::Payment(refusal)),
            Update::ReferenceUsed(order) => Err(UpdateOrderError::ReferenceUsed(order)),
            Update::StatusChanged(order) => Err(UpdateOrderError::StatusChanged(Box::new(order))),
            Update::StepRefused(refusal, order) => Err(refused_step(refusal, order)),
        }
    }

    /// The change, if the role of `who` may make it. A role that cannot override the steps of packing and delivering obeys them. Where the role moves orders between some statuses alone, the change holds for the
    /// present status only: the store refuses it if the order has another one by then.
    async fn allowed(&self, who: &Principal, id: &OrderId, mut change: OrderChange) -> Result<OrderChange, UpdateOrderError> {
        if change.notes.is_some() {
            who.require(Permission::WriteOrderNotes)?;
        }
        if change.payment_id != Edit::Keep || change.refunded.is_some() {
            who.require(Permission::ManagePayments)?;
        }
        if change.refunded == Some(true) {
            change.guard = RefundGuards { settings: self.settings.clone(), clock: self.clock.clone() }.of(who).await?;
        }
        if let Some(next) = change.status.filter(|_| !who.may(Permission::ManageOrders)) {
            let present = self.reader.by_id(id).await?.ok_or(UpdateOrderError::NotFound)?.status;
            if let Some(permission) = permission_for(present, next) {
                who.require(permission)?;
            }
            change.expected_status.get_or_insert(present);
            change.obeys_steps = true;
        }
        Ok(change)
    }
}

fn refused_step(refusal: StepRefusal, order: Order) -> UpdateOrderError {
    match refusal {
        StepRefusal::Unpaid => UpdateOrderError::Unpaid(Box::new(order)),
        StepRefusal::Unconfirmed => UpdateOrderError::Unconfirmed(Box::new(order)),
        // No status is out of order: this status was set meanwhile.
        StepRefusal::WrongStep | StepRefusal::NotForPickup => UpdateOrderError::StatusChanged(Box::new(order)),
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use domain::accounts::staff_role::StaffRole;
    use domain::orders::order_status::OrderStatus;
    use domain::orders::ports::{MockOrderReader, MockOrderRepository};
    use domain::payments::payment_settings::{PaymentEdit, PaymentSettings};
    use domain::settings::ports::MockSettingsStore;
    use domain::settings::shop_settings::{ShopSettings, Versioned};
    use domain::shared::text::{OrderNotes, PaymentId};
    use testkit::sample_orders;

    use super::*;
    use crate::samples::{actor, away, clock, customer, staff};

    /// Settings by which a bank transfer is waited for 20 hours.
    fn settings() -> CurrentSettings {
        let edit = PaymentEdit { bank_transfer_hours: Some(20), ..PaymentEdit::default() };
        let payments = Versioned { value: PaymentSettings::default().edited(edit).unwrap(), ..Versioned::default() };
        let mut store = MockSettingsStore::new();
        store.expect_load().returning(move || Ok(ShopSettings { payments: payments.clone(), ..ShopSettings::default() }));
        CurrentSettings::new(Arc::new(store))
    }

    #[tokio::test]
    async fn a_reinstated_order_has_the_time_of_the_present_settings() {
        let change = stored(StaffRole::Owner, OrderStatus::Cancelled, to(OrderStatus::Processing)).await.unwrap();
        assert_eq!(change.times.bank_transfer, TimeDelta::hours(20));
    }

    /// The change that reaches the store, when a member of staff asks for `change` of an order with this status.
    async fn stored(role: StaffRole, status: OrderStatus, change: OrderChange) -> Result<OrderChange, UpdateOrderError> {
        let order = Order { status, ..sample_orders::draft(&customer().user, &[]).into_order() };
        let (id, present) = (order.id.clone(), order.clone());
        let (mut reader, mut orders) = (MockOrderReader::new(), MockOrderRepository::new());
        reader.expect_by_id().returning(move |_| Ok(Some(present.clone())));
        let (sender, receiver) = std::sync::mpsc::channel();
        orders.expect_update().returning(move |_, change, _, _| {
            sender.send(change.clone()).unwrap();
            Ok(Update::Updated(order.clone()))
        });
        let who = staff(role);
        UpdateOrder::new(Arc::new(reader), Arc::new(orders), settings(), clock()).run(&who, &actor(&who), &id, change).await?;
        Ok(receiver.recv().unwrap())
    }

    /// The settings say above which sum; the session of `staff` is not confirmed.
    #[tokio::test]
    async fn a_refund_of_the_whole_payment_is_guarded_as_any_other() {
        for (refunded, is_guarded) in [(Some(true), true), (Some(false), false), (None, false)] {
            let change = OrderChange { refunded, ..OrderChange::default() };
            let guard = stored(StaffRole::Owner, OrderStatus::Cancelled, change).await.unwrap().guard;
            assert_eq!((guard.above.is_some(), guard.is_confirmed), (is_guarded, false));
        }
    }

    fn to(status: OrderStatus) -> OrderChange {
        OrderChange { status: Some(status), ..OrderChange::default() }
    }

    fn is_forbidden(answer: &Result<OrderChange, UpdateOrderError>) -> bool {
        matches!(answer, Err(UpdateOrderError::Lacking(_)))
    }

    #[tokio::test]
    async fn every_role_changes_statuses_as_the_contract_says() {
        for role in StaffRole::ALL {
            for from in OrderStatus::ALL {
                for next in OrderStatus::ALL {
                    let answer = stored(role, from, to(next)).await;
                    let may = permission_for(from, next).is_none_or(|permission| role.may(permission));
                    assert_eq!(is_forbidden(&answer), !may, "{role:?}: {from:?} to {next:?}: {answer:?}");
                }
            }
        }
    }

    #[tokio::test]
    async fn a_limited_role_decides_on_the_status_that_was_judged() {
        let stored_change = stored(StaffRole::Fulfilment, OrderStatus::Processing, to(OrderStatus::Shipped)).await.unwrap();
        assert_eq!(stored_change.expected_status, Some(OrderStatus::Processing));
        assert!(stored_change.obeys_steps);
        let seen = OrderChange { expected_status: Some(OrderStatus::Completed), obeys_steps: true, ..to(OrderStatus::Shipped) };
        let stored_change = stored(StaffRole::Fulfilment, OrderStatus::Processing, seen.clone()).await.unwrap();
        assert_eq!(stored_change, OrderChange { times: stored_change.times, ..seen }, "the store refuses what was seen otherwise");
        let stored_change = stored(StaffRole::Manager, OrderStatus::Processing, to(OrderStatus::Cancelled)).await.unwrap();
        assert_eq!((stored_change.expected_status, stored_change.obeys_steps), (None, false), "a manager overrides");
    }

    #[tokio::test]
    async fn notes_and_payments_need_their_permissions() {
        let notes = || OrderChange { notes: Some(OrderNotes::parse("called").unwrap()), ..OrderChange::default() };
        let payments = [
            OrderChange { payment_id: Edit::Set(PaymentId::parse("PAY-1").unwrap()), ..notes() },
            OrderChange { payment_id: Edit::Clear, ..OrderChange::default() },
            OrderChange { refunded: Some(true), ..OrderChange::default() },
        ];
        for role in StaffRole::ALL {
            let answer = stored(role, OrderStatus::Processing, notes()).await;
            assert_eq!(is_forbidden(&answer), !role.may(Permission::WriteOrderNotes), "{role:?}");
            for change in payments.clone() {
                let answer = stored(role, OrderStatus::Processing, change).await;
                assert_eq!(is_forbidden(&answer), !role.may(Permission::ManagePayments), "{role:?}");
            }
        }
    }

    #[tokio::test]
    async fn a_store_that_is_away_and_an_absent_order_are_told_to_a_limited_role() {
        for (answer, is_absent) in [(Ok(None), true), (Err(away()), false)] {
            let mut reader = MockOrderReader::new();
            reader.expect_by_id().return_once(move |_| answer);
            let update = UpdateOrder::new(Arc::new(reader), Arc::new(MockOrderRepository::new()), settings(), clock());
            let who = staff(StaffRole::Support);
            let refused = update.run(&who, &actor(&who), &sample_orders::order_id(), to(OrderStatus::Cancelled)).await;
            assert_eq!(matches!(refused, Err(UpdateOrderError::NotFound)), is_absent);
            assert_eq!(matches!(refused, Err(UpdateOrderError::Port(_))), !is_absent);
        }
    }
}
